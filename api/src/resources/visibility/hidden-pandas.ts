import { isPrivate } from '@frens/contract/visibility';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { findOwnedByBlocked, type Owned } from './find-blocked.ts';

type Reading = Pick<Services, 'db'>;

/** Finds the private members. Returns ids. */
export async function findPrivate({ db }: Reading, ids: readonly ObjectId[]): Promise<Set<string>> {
  const users = await batchLoad(db.models.User, '_id', ids);
  return new Set(users.filter(({ privacy }) => isPrivate(privacy)).map(({ _id }) => String(_id)));
}

/**
 * Finds the Pandas that are hidden from a viewer: those of members separated by a block (D23), and those of private members whom the
 * viewer does not back (D79). Returns ids.
 */
export async function findInvisiblePandas(
  services: Reading,
  viewerId: ObjectId | null,
  pandas: readonly Owned[],
): Promise<Set<string>> {
  if (pandas.length === 0) return new Set();
  const pandaId = { $in: pandas.map(({ _id }) => _id) };
  // Runs all reads for all Pandas, so that timing does not reveal why one is hidden.
  const [invisible, privates, backed] = await Promise.all([
    findOwnedByBlocked(services, viewerId, pandas),
    findPrivatePandas(services, viewerId, pandas),
    viewerId
      ? batchFind(services.db.models.Backing, { pandaId, backerId: viewerId, amount: { $gt: 0 } })
      : [],
  ]);
  const backedIds = new Set(backed.map((backing) => String(backing.pandaId)));
  for (const { _id } of privates) if (!backedIds.has(String(_id))) invisible.add(String(_id));
  return invisible;
}

/** Finds the Pandas of private members other than the viewer. */
export async function findPrivatePandas<Panda extends Owned>(
  services: Reading,
  viewerId: ObjectId | null,
  pandas: readonly Panda[],
): Promise<Panda[]> {
  const others = pandas.filter(({ ownerId }) => !viewerId || !ownerId.equals(viewerId));
  const privates = await findPrivate(
    services,
    others.map(({ ownerId }) => ownerId),
  );
  return others.filter(({ ownerId }) => privates.has(String(ownerId)));
}
