import { batchFind, readOne } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { absent, type Owned } from '../visibility/find-blocked.ts';
import { findInvisiblePandas, findPrivatePandas } from '../visibility/hidden-pandas.ts';
import { notHidden, type Panda, type PandaContentDoc } from './panda.model.ts';
import { withoutConnectionScore } from './panda-score.policy.ts';
import { findHiddenContentIds } from './present-content.ts';

/**
 * Finds a Panda as a viewer may see it; null is a signed-out visitor.
 *
 * @throws 404 when it does not exist or is hidden, a block separates its owner and the viewer (D23), or its owner is private and the
 *   viewer does not back it (D79)
 */
export async function loadPanda(
  services: Pick<Services, 'db'>,
  id: ObjectId,
  viewer: Pick<User, '_id'> | null,
): Promise<Panda> {
  const panda = await findPanda(services, id, viewer?._id ?? null);
  if (!panda) throw notFound();
  return panda;
}

/** `loadPanda`, with null instead of 404. An invisible Panda costs the same reads as a missing one, so timing reveals nothing. */
export async function findPanda(
  services: Pick<Services, 'db'>,
  id: ObjectId,
  viewerId: ObjectId | null,
): Promise<Panda | null> {
  const [panda] = await findPandaAlongside(services, id, viewerId, async () => undefined);
  return panda;
}

/** `findPanda`, with a parallel read about its owner, which also runs for a missing or invisible Panda, to equalise the time. */
export async function findPandaAlongside<Extra>(
  services: Pick<Services, 'db'>,
  id: ObjectId,
  viewerId: ObjectId | null,
  read: (ownerId: ObjectId) => Promise<Extra>,
): Promise<[Panda | null, Extra]> {
  const found = await readOne(services.db.models.Panda, id);
  const panda = found && !found.isHidden ? found : null;
  const owned = panda ?? absent(id);
  const [hidden, extra] = await Promise.all([findHidden(services, viewerId, [owned]), read(owned.ownerId)]);
  const [shown = null] = panda ? withoutHidden([panda], hidden) : [];
  return [shown, extra];
}

/**
 * Reads the Pandas that the viewer may see: not hidden, not separated by a block, and not of a private owner unless the viewer backs
 * them (D23, D46, D79).
 *
 * @param loaded Pandas to check without reading them again
 */
export async function shownPandas(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  ids: readonly ObjectId[],
  loaded: readonly Panda[] = [],
): Promise<Panda[]> {
  const read =
    ids.length === 0
      ? []
      : await batchFind(services.db.models.Panda, { _id: { $in: [...ids] }, ...notHidden });
  const found = [...read, ...loaded.filter(({ isHidden }) => !isHidden)];
  return withoutHidden(found, await findHidden(services, viewerId, found));
}

function withoutHidden(
  pandas: readonly Panda[],
  [invisible, privates]: Awaited<ReturnType<typeof findHidden>>,
): Panda[] {
  return pandas
    .filter(({ _id }) => !invisible.has(String(_id)))
    .map((panda) =>
      privates.some(({ _id }) => _id.equals(panda._id)) ? withoutConnectionScore(panda) : panda,
    );
}

const findHidden = (services: Pick<Services, 'db'>, viewerId: ObjectId | null, pandas: readonly Owned[]) =>
  Promise.all([
    findInvisiblePandas(services, viewerId, pandas),
    findPrivatePandas(services, viewerId, pandas),
  ]);

/**
 * Finds an entry of a Panda's timeline that a member may see.
 *
 * @throws 404 when the Panda or the entry does not exist, or is hidden from the member
 */
export async function findShownContent(
  services: Services,
  viewer: User,
  { pandaId, contentId }: { pandaId: ObjectId; contentId: ObjectId },
): Promise<{ panda: Panda; content: PandaContentDoc }> {
  const panda = await loadPanda(services, pandaId, viewer);
  const content = await services.db.models.Content.findOne({ _id: contentId, pandaId }).lean();
  if (!content) throw notFound();
  const hidden = await findHiddenContentIds(services, viewer, [content]);
  if (hidden.has(String(contentId))) throw notFound();
  return { panda, content };
}
