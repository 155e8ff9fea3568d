import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findShownContent } from './find-content.ts';
import { isOwnContent } from './present-content.ts';

interface CheerTarget {
  pandaId: ObjectId;
  contentId: ObjectId;
}

/**
 * Adds a member's cheer to an entry of a timeline, in the caller's transaction. Idempotent: a member counts once (D43).
 *
 * @throws 404 when the member cannot see the entry; 403 when it is their own
 */
export async function cheer(services: Services, member: User, target: CheerTarget): Promise<void> {
  const { panda, content } = await findShownContent(services, member, target);
  if (isOwnContent(content, panda, member)) throw forbidden();
  const { Cheer, Content } = services.db.models;
  const { contentId } = target;
  const { upsertedCount } = await Cheer.updateOne(
    { contentId, memberId: member._id },
    { $setOnInsert: { _id: newId(), createdAt: services.clock.now() } },
    { upsert: true },
  );
  if (upsertedCount > 0) await Content.updateOne({ _id: contentId }, { $inc: { cheers: 1 } });
}

/**
 * Removes a member's cheer, in the caller's transaction. Idempotent.
 *
 * @throws 404 when the member cannot see the entry
 */
export async function removeCheer(services: Services, member: User, target: CheerTarget): Promise<void> {
  await findShownContent(services, member, target);
  const { Cheer, Content } = services.db.models;
  const { contentId } = target;
  const { deletedCount } = await Cheer.deleteOne({ contentId, memberId: member._id });
  if (deletedCount > 0) {
    const { matchedCount } = await Content.updateOne({ _id: contentId }, { $inc: { cheers: -1 } });
    if (matchedCount === 0) throw notFound();
  }
}
