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
  const panda = await readOne(services.db.models.Panda, id);
  if (panda && !panda.isHidden) return (await seePandas(services, viewerId, [panda]))[0] ?? null;
  await findHidden(services, viewerId, [absent(id)]);
  return null;
}

/** Those of some Pandas that the viewer can be shown: neither hidden, nor under a block, nor of somebody private whom they do not back (D23, D46, D79). */
export async function shownPandas(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  ids: readonly ObjectId[],
): Promise<Panda[]> {
  if (ids.length === 0) return [];
  const found = await readTogether(services.db.models.Panda, { _id: { $in: [...ids] }, ...notHidden });
  return seePandas(services, viewerId, found);
}

async function seePandas(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  pandas: readonly Panda[],
): Promise<Panda[]> {
  const [unseen, privates] = await findHidden(services, viewerId, pandas);
  return pandas
    .filter(({ _id }) => !unseen.has(String(_id)))
    .map((panda) => (privates.includes(panda) ? withoutTies(panda) : panda));
}

const findHidden = <Thing extends Owned>(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  pandas: readonly Thing[],
) =>
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
