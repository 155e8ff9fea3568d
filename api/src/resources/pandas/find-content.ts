import { readOne } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findOwnedByBlocked } from '../visibility/find-blocked.ts';
import { notHidden, type Panda, type PandaContentDoc } from './panda.model.ts';
import { hiddenContent } from './present-content.ts';

/**
 * A Panda for whoever asks for it; a visitor is null.
 *
 * @throws 404 where there is none, or none any more, and where a block keeps its owner and the viewer apart (D23)
 */
export async function loadPanda(
  services: Pick<Services, 'db'>,
  id: string | ObjectId,
  viewer: Pick<User, '_id'> | null,
): Promise<Panda> {
  const panda = await readOne(services.db.models.Panda, idFrom(String(id)));
  if (!panda || panda.isHidden) throw notFound();
  if ((await findOwnedByBlocked(services, viewer?._id ?? null, [panda])).size > 0) throw notFound();
  return panda;
}

/** Those of some Pandas that the viewer can be shown: neither hidden nor under a block (D23, D46). */
export async function shownPandas(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  ids: readonly ObjectId[],
): Promise<Panda[]> {
  if (ids.length === 0) return [];
  const found = await services.db.models.Panda.find({ _id: { $in: ids }, ...notHidden }).lean();
  const apart = await findOwnedByBlocked(services, viewerId, found);
  return found.filter(({ _id }) => !apart.has(String(_id)));
}

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
