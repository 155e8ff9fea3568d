import { readOne, readTogether } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { absent, type Owned } from '../visibility/find-blocked.ts';
import { findPrivatePandas, findUnseenPandas } from '../visibility/hidden-pandas.ts';
import { notHidden, type Panda, type PandaContentDoc } from './panda.model.ts';
import { withoutTies } from './panda-score.policy.ts';
import { hiddenContent } from './present-content.ts';

/**
 * A Panda for whoever asks for it; a visitor is null.
 *
 * @throws 404 where there is none, or none any more, where a block keeps its owner and the viewer apart (D23), and where its owner is private
 *   and the viewer does not back it (D79)
 */
export async function loadPanda(
  services: Pick<Services, 'db'>,
  id: string | ObjectId,
  viewer: Pick<User, '_id'> | null,
): Promise<Panda> {
  const panda = await findPanda(services, idFrom(String(id)), viewer?._id ?? null);
  if (!panda) throw notFound();
  return panda;
}

/** A Panda as a viewer is shown it, or null. One that is not shown takes the same reads as none, so that the time tells nothing. */
export async function findPanda(
  services: Pick<Services, 'db'>,
  id: ObjectId,
  viewerId: ObjectId | null,
): Promise<Panda | null> {
  const [panda] = await findPandaBeside(services, id, viewerId, async () => undefined);
  return panda;
}

/** Like `findPanda`, while something else of its owner is read: also where there is none, or where it is not shown. */
export async function findPandaBeside<Beside>(
  services: Pick<Services, 'db'>,
  id: ObjectId,
  viewerId: ObjectId | null,
  read: (ownerId: ObjectId) => Promise<Beside>,
): Promise<[Panda | null, Beside]> {
  const found = await readOne(services.db.models.Panda, id);
  const panda = found && !found.isHidden ? found : null;
  const thing = panda ?? absent(id);
  const [hidden, beside] = await Promise.all([findHidden(services, viewerId, [thing]), read(thing.ownerId)]);
  const [shown = null] = panda ? withoutHidden([panda], hidden) : [];
  return [shown, beside];
}

/**
 * Those of some Pandas that the viewer can be shown: neither hidden, nor under a block, nor of somebody private whom they do not back (D23, D46, D79).
 *
 * @param loaded those that are read already
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
      : await readTogether(services.db.models.Panda, { _id: { $in: [...ids] }, ...notHidden });
  const found = [...read, ...loaded.filter(({ isHidden }) => !isHidden)];
  return withoutHidden(found, await findHidden(services, viewerId, found));
}

function withoutHidden(
  pandas: readonly Panda[],
  [unseen, privates]: Awaited<ReturnType<typeof findHidden>>,
): Panda[] {
  return pandas
    .filter(({ _id }) => !unseen.has(String(_id)))
    .map((panda) => (privates.some(({ _id }) => _id.equals(panda._id)) ? withoutTies(panda) : panda));
}

const findHidden = (services: Pick<Services, 'db'>, viewerId: ObjectId | null, pandas: readonly Owned[]) =>
  Promise.all([findUnseenPandas(services, viewerId, pandas), findPrivatePandas(services, viewerId, pandas)]);

/**
 * Something on a Panda's timeline that a member is shown.
 *
 * @throws 404 for everything else
 */
export async function findShownContent(
  services: Services,
  viewer: User,
  { pandaId, contentId }: { pandaId: ObjectId; contentId: ObjectId },
): Promise<{ panda: Panda; content: PandaContentDoc }> {
  const panda = await loadPanda(services, pandaId, viewer);
  const content = await services.db.models.Content.findOne({ _id: contentId, pandaId }).lean();
  if (!content) throw notFound();
  const hidden = await hiddenContent(services, viewer, [content]);
  if (hidden.has(String(contentId))) throw notFound();
  return { panda, content };
}
