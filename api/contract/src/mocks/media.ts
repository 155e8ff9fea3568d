import { drawPanda } from '@frens/design-system/panda';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { readSoul } from '../panda-scoring.ts';
import type { MockState } from './state.ts';

/** Pictures of the Pandas, drawn by the same function that the server uses. */
export function mediaHandlers(state: MockState): HttpHandler[] {
  return [
    http.get('*/media/pandas/:file', ({ params }) => {
      const id = String(params.file).replace(/\.svg$/, '');
      const panda = state.community.pandas.find((one) => one.id === id);
      if (!panda) return new HttpResponse(null, { status: 404 });
      const svg = drawPanda({
        id,
        traits: readSoul(panda.answers).traits,
        score: Number(state.presentPanda(panda, 'en').frenQuotient),
      });
      return new HttpResponse(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
    }),
  ];
}
