import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { after, newestFirst, pageOf } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import type { Services } from '../../services.ts';
import { presentContent, presentPandas } from './panda.presenter.ts';

async function loadPanda({ db }: Services, id: string) {
  const panda = await db.models.Panda.findById(idFrom(id)).lean();
  if (!panda) throw notFound();
  return panda;
}

export const pandas = defineResource((on) => {
  on('GET /api/pandas', async ({ query, caller, language, services, ctx }) => {
    const rows = await services.db.models.Panda.find(after(query.cursor))
      .sort(newestFirst)
      .limit(query.limit + 1)
      .lean();
    const page = pageOf(ctx, rows, query.limit);
    return presentPandas(services, { viewer: caller?.user ?? null, language }, page);
  });

  on('GET /api/pandas/:id', async ({ params, caller, language, services }) => {
    const panda = await loadPanda(services, params.id);
    const [presented] = await presentPandas(services, { viewer: caller.user, language }, [panda]);
    if (!presented) throw notFound();
    return presented;
  });

  on('GET /api/pandas/:id/content', async ({ params, query, language, services, ctx }) => {
    const { _id: pandaId } = await loadPanda(services, params.id);
    const rows = await services.db.models.Content.find({ $and: [{ pandaId }, after(query.cursor)] })
      .sort(newestFirst)
      .limit(query.limit + 1)
      .lean();
    return pageOf(ctx, rows, query.limit).map((content) => presentContent(content, language));
  });
});
