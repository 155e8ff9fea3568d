import { drawPanda } from '@frens/design-system/panda';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Community } from '../fixtures/records.ts';
import { readSoul } from '../panda-scoring.ts';

/** Pictures of the Pandas, drawn by the same function that the server uses. */
export function mediaHandlers({ pandas }: Community): HttpHandler[] {
  return [
    http.get('*/media/pandas/:file', ({ params }) => {
      const id = String(params.file).replace(/\.svg$/, '');
      const panda = pandas.find((one) => one.id === id);
      if (!panda) return new HttpResponse(null, { status: 404 });
      const svg = drawPanda({ id, traits: readSoul(panda.answers).traits });
      return new HttpResponse(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
    }),
  ];
}
