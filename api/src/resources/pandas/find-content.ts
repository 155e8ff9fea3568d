import { idFrom, type ObjectId } from '../../database/ids.ts';
import { readOne } from '../../database/read-together.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda, PandaContentDoc } from './panda.model.ts';
import { hiddenContent } from './present-content.ts';

/** @throws 404 where there is none, or none any more */
export async function loadPanda({ db }: Pick<Services, 'db'>, id: string | ObjectId): Promise<Panda> {
  const panda = await readOne(db.models.Panda, idFrom(String(id)));
  if (!panda || panda.isHidden) throw notFound();
  return panda;
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
  const panda = await loadPanda(services, pandaId);
  const content = await services.db.models.Content.findOne({ _id: contentId, pandaId }).lean();
  if (!content) throw notFound();
  const hidden = await hiddenContent(services, viewer, [content]);
  if (hidden.has(String(contentId))) throw notFound();
  return { panda, content };
}
