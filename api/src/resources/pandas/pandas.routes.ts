import { neutralPanda } from '@frens/contract/picture-files';
import { drawNamed, drawNeutralPanda, isDrawingName } from '@frens/design-system/panda';
import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import { findExcluded } from '../visibility/find-excluded.ts';
import { findInvisiblePandas, findPrivatePandas } from '../visibility/hidden-pandas.ts';
import { poolOf } from '../wallet/ledger.model.ts';
import { findPandaAlongside, loadPanda } from './find-content.ts';
import { notHidden, type Panda } from './panda.model.ts';
import { presentPandas, readOwners } from './panda.presenter.ts';
import { kindFacet } from './panda-entry.ts';
import { readHistory } from './panda-history.ts';
import { termsOfMatchingNames } from './panda-name.policy.ts';
import { drawingNameOf, drawingOf } from './panda-picture.policy.ts';
import { renamePanda } from './rename-panda.ts';
import { listRising } from './rising-pandas.ts';

/** The sort key of search entries for each `sort`; undefined sorts by creation time. */
const orders = { newest: undefined, fq: 'quotient', backers: 'backers' } as const;

export const pandas = defineResource((on) => {
  on('GET /api/pandas', async ({ query, caller, language, services, ctx }) => {
    const { Panda, PandaEntry } = services.db.models;
    const viewer = caller?.user ?? null;
    const findHidden = (found: readonly Panda[]) =>
      findExcluded(services, viewer, 'panda', found, findInvisiblePandas);
    const viewing = { viewer, language };
    if (query.sort === 'rising')
      return presentPandas(services, viewing, await listRising(services, query, language, findHidden));
    const { kind, sort, ...rest } = query;
    return listFound(
      ctx,
      {
        documents: Panda,
        entries: PandaEntry,
        filter: notHidden,
        present: (found) => presentPandas(services, viewing, found),
        findExcluded: findHidden,
      },
      {
        ...rest,
        facets: kind ? [kindFacet(kind)] : [],
        standIns: rest.q ? termsOfMatchingNames(rest.q, language) : [],
        order: orders[sort],
      },
    );
  });

  on('GET /media/drawings/:file', async ({ params }) => {
    const name = /^(.+)\.svg$/.exec(params.file)?.[1] ?? '';
    if (name !== neutralPanda && !isDrawingName(name)) throw notFound();
    const read = () => drawNamed(name) ?? drawNeutralPanda();
    return { type: 'image/svg+xml', version: name, isPinned: true, isPublic: true, read };
  });

  on('GET /media/pandas/:file', async ({ params, caller, services }) => {
    if (params.file === `${neutralPanda}.svg`)
      return { type: 'image/svg+xml', version: neutralPanda, isPinned: false, read: drawNeutralPanda };
    const id = /^([0-9a-f]{24})\.svg$/.exec(params.file)?.[1];
    if (!id) throw notFound();
    const panda = await loadPanda(services, idFrom(id), caller?.user ?? null);
    return {
      type: 'image/svg+xml',
      version: drawingNameOf(panda),
      isPinned: false,
      isPersonal: true,
      read: () => drawingOf(panda),
    };
  });

  on('GET /api/pandas/:id', async ({ ids: { id }, caller, language, services }) => {
    const viewing = { viewer: caller.user, language };
    const { _id: viewerId } = caller.user;
    const [panda, owners] = await findPandaAlongside(services, id, viewerId, (ownerId) =>
      readOwners(services, caller.user, [ownerId]),
    );
    const [presented] = panda ? await presentPandas(services, viewing, [panda], owners) : [];
    if (!presented) throw notFound();
    return presented;
  });

  on('GET /api/pandas/:id/history', async ({ ids: { id }, caller, services }) => {
    const panda = await loadPanda(services, id, caller.user);
    const history = await readHistory(services, panda);
    const isOfPrivate = (await findPrivatePandas(services, caller.user._id, [panda])).length > 0;
    // The daily scores would reveal when a private owner made friends.
    return isOfPrivate ? { ...history, quotient: [] } : history;
  });

  on('PATCH /api/pandas/:id', async ({ ids: { id }, body, caller, language, services, transact }) => {
    const viewer = caller.user;
    return transact(
      // Stakes write the same document under the same lock.
      { lockKeys: [poolOf(id)], run: () => renamePanda(services, viewer, id, body.name, language) },
      async () => {
        const renamed = await loadPanda(services, id, viewer);
        const [presented] = await presentPandas(services, { viewer, language }, [renamed]);
        if (!presented) throw notFound();
        return presented;
      },
    );
  });
});
