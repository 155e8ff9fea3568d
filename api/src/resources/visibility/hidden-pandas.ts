import { isPrivate } from '@frens/contract/visibility';
import { batchLoad, readTogether } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { findOwnedByBlocked, type Owned } from './find-blocked.ts';

type Reading = Pick<Services, 'db'>;

/** Which of some members are private. */
export async function findPrivate({ db }: Reading, ids: readonly ObjectId[]): Promise<Set<string>> {
  const users = await batchLoad(db.models.User, '_id', ids);
  return new Set(users.filter(({ privacy }) => isPrivate(privacy)).map(({ _id }) => String(_id)));
}

/**
 * Which of some Pandas a viewer is not shown, by their ids: those of whom a block keeps apart (D23), and of private members, but to those
 * who back them (D79).
 */
export async function findUnseenPandas(
  services: Reading,
  viewerId: ObjectId | null,
  pandas: readonly Owned[],
): Promise<Set<string>> {
  if (pandas.length === 0) return new Set();
  const pandaId = { $in: pandas.map(({ _id }) => _id) };
  // Of all of them: a hidden one takes the same reads for whatever reason.
  const [unseen, privates, backed] = await Promise.all([
    findOwnedByBlocked(services, viewerId, pandas),
    findPrivatePandas(services, viewerId, pandas),
    viewerId
      ? readTogether(services.db.models.Backing, { pandaId, backerId: viewerId, amount: { $gt: 0 } })
      : [],
  ]);
  const seen = new Set(backed.map((backing) => String(backing.pandaId)));
  for (const { _id } of privates) if (!seen.has(String(_id))) unseen.add(String(_id));
  return unseen;
}

/** Which of some Pandas are of private members other than the viewer. */
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
