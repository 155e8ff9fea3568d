import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findShownContent } from './find-content.ts';
import { isOwnContent } from './present-content.ts';

interface Cheered {
  pandaId: ObjectId;
  contentId: ObjectId;
}

/**
 * Cheers something on a timeline, in the caller's transaction: however often, it counts once (D43).
 *
 * @throws 404 for what the member is not shown; 403 for what is their own
 */
export async function cheer(services: Services, member: User, cheered: Cheered): Promise<void> {
  const { panda, content } = await findShownContent(services, member, cheered);
  if (isOwnContent(content, panda, member)) throw forbidden();
  const { Cheer, Content } = services.db.models;
  const { contentId } = cheered;
  const { upsertedCount } = await Cheer.updateOne(
    { contentId, memberId: member._id },
    { $setOnInsert: { _id: newId(), createdAt: services.clock.now() } },
    { upsert: true },
  );
  if (upsertedCount > 0) await Content.updateOne({ _id: contentId }, { $inc: { cheers: 1 } });
}

/**
 * Takes a cheer back, in the caller's transaction.
 *
 * @throws 404 for what the member is not shown
 */
export async function takeCheerBack(services: Services, member: User, cheered: Cheered): Promise<void> {
  await findShownContent(services, member, cheered);
  const { Cheer, Content } = services.db.models;
  const { contentId } = cheered;
  const { deletedCount } = await Cheer.deleteOne({ contentId, memberId: member._id });
  if (deletedCount > 0) {
    const { matchedCount } = await Content.updateOne({ _id: contentId }, { $inc: { cheers: -1 } });
    if (matchedCount === 0) throw notFound();
  }
}
