import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';

/** Lock key that serialises the writers of one timeline entry. */
export const contentLock = (contentId: ObjectId): string => `content:${String(contentId)}`;

/** Deletes timeline entries with their cheers, in the caller's transaction. */
export async function removeContent({ db }: Pick<Services, 'db'>, ids: readonly ObjectId[]): Promise<void> {
  await db.models.Content.deleteMany({ _id: { $in: ids } });
  await db.models.Cheer.deleteMany({ contentId: { $in: ids } });
}

/**
 * Deletes a member's own post or review on a Panda (D43), in the caller's transaction.
 *
 * @throws 404 when the entry does not exist on this Panda, has another author, or was removed by moderators
 */
export async function removeOwnContent(
  { db }: Pick<Services, 'db'>,
  authorId: ObjectId,
  pandaId: ObjectId,
  contentId: ObjectId,
): Promise<void> {
  const own = { _id: contentId, pandaId, authorId, removedAt: { $exists: false } };
  if (!(await db.models.Content.exists(own))) throw notFound();
  await removeContent({ db }, [contentId]);
}
