import { drawPanda } from '@frens/design-system/panda';
import type { Router } from '@koa/router';
import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { RequestState } from '../../state.ts';
import { pictureVersion } from './panda.presenter.ts';

/** `/media/pandas/<id>.svg`: the drawing of a Panda, kept for a year when the address names its version (D42). */
export function bindPandaPicture(router: Router<RequestState>, { db }: Services): void {
  router.get('/media/pandas/:file', async (ctx) => {
    ctx.state.route = 'GET /media/pandas/:file';
    const id = /^([0-9a-f]{24})\.svg$/.exec(ctx.params.file ?? '')?.[1];
    const panda = id && (await db.models.Panda.findById(idFrom(id)).lean());
    if (!panda) throw notFound();
    const version = pictureVersion(panda);
    const isPinned = ctx.query.v === version;
    ctx.set({
      'Cache-Control': isPinned ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ETag: `"${version}"`,
    });
    ctx.type = 'image/svg+xml';
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const { warmth, service, creativity, wisdom, adventure } = panda.traits;
    const traits = { warmth, service, creativity, wisdom, adventure };
    ctx.body = drawPanda({ id: String(panda._id), traits, score: Number(panda.quotient) });
  });
}
