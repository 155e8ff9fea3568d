import { drawPanda } from '@frens/design-system/panda';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import { reportedAmong } from '../visibility/reported.ts';
import { loadPanda } from './find-content.ts';
import { notHidden } from './panda.model.ts';
import { pictureOf, pictureVersion, presentPandas } from './panda.presenter.ts';
import { kindFacet } from './panda-entry.ts';
import { readHistory } from './panda-history.ts';

/** What the entries of Pandas are ordered by for each choice; undefined: their time. */
const orders = { newest: undefined, fq: 'quotient', backers: 'backers' } as const;

export const pandas = defineResource((on) => {
  on('GET /api/pandas', async ({ query, caller, language, services, ctx }) => {
    const { Panda, PandaEntry } = services.db.models;
    const viewer = caller?.user ?? null;
    const leftOut = (ids: ObjectId[]) => reportedAmong(services, viewer, 'panda', ids);
    const { kind, sort, ...rest } = query;
    const found = await listFound(
      ctx,
      { documents: Panda, entries: PandaEntry, filter: notHidden, leftOut },
      { ...rest, facets: kind ? [kindFacet(kind)] : [], order: orders[sort] },
    );
    return presentPandas(services, { viewer, language }, found);
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

  on('GET /api/pandas/:id/history', async ({ params, services }) =>
    readHistory(services, await loadPanda(services, params.id)),
  );
});
