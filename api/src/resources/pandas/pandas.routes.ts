import { drawPanda } from '@frens/design-system/panda';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { readOne } from '../../database/read-together.ts';
import { notFound } from '../../errors.ts';
import { newestFirst, positionFilter, readPage } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import type { Services } from '../../services.ts';
import { outOfSightAmong } from '../ending/out-of-sight-among.ts';
import { reportedAmong } from '../visibility/reported.ts';
import { notHidden } from './panda.model.ts';
import { pictureOf, pictureVersion, presentContent, presentPandas } from './panda.presenter.ts';

async function loadPanda({ db }: Services, id: string) {
  const panda = await readOne(db.models.Panda, idFrom(id));
  if (!panda || panda.isHidden) throw notFound();
  return panda;
}

export const pandas = defineResource((on) => {
  on('GET /api/pandas', async ({ query, caller, language, services, ctx }) => {
    const { Panda, PandaEntry } = services.db.models;
    const viewer = caller?.user ?? null;
    const leftOut = (ids: ObjectId[]) => reportedAmong(services, viewer, 'panda', ids);
    const listed = { documents: Panda, entries: PandaEntry, filter: notHidden, leftOut };
    return presentPandas(services, { viewer, language }, await listFound(ctx, listed, query));
  });

  on('GET /media/pandas/:file', async ({ params, query, services }) => {
    const id = /^([0-9a-f]{24})\.svg$/.exec(params.file)?.[1];
    if (!id) throw notFound();
    const panda = await loadPanda(services, id);
    const version = pictureVersion(panda);
    return {
      type: 'image/svg+xml',
      version,
      isPinned: query.v === version,
      read: () => drawPanda(pictureOf(panda)),
    };
  });

  on('GET /api/pandas/:id', async ({ params, caller, language, services }) => {
    const panda = await loadPanda(services, params.id);
    const [presented] = await presentPandas(services, { viewer: caller.user, language }, [panda]);
    if (!presented) throw notFound();
    return presented;
  });

  on('GET /api/pandas/:id/content', async ({ params, query, caller, language, services, ctx }) => {
    const { _id: pandaId } = await loadPanda(services, params.id);
    return readPage(ctx, query, {
      read: (after, limit) =>
        services.db.models.Content.find({ pandaId, ...positionFilter(after) })
          .sort(newestFirst)
          .limit(limit)
          .lean(),
      async present(contents) {
        const viewer = caller?.user ?? null;
        const authors = contents.flatMap(({ authorId }) => authorId ?? []);
        const ids = contents.map(({ _id }) => _id);
        const [gone, reported] = await Promise.all([
          outOfSightAmong(services, authors),
          reportedAmong(services, viewer, 'content', ids),
        ]);
        return contents.map((content) =>
          content.removedAt || gone.has(String(content.authorId)) || reported.has(String(content._id))
            ? null
            : presentContent(content, { viewer, language }),
        );
      },
    });
  });
});
