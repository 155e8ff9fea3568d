import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';

/** Writers of one thing on a Panda's timeline wait in line. */
export const contentLock = (contentId: ObjectId): string => `content:${String(contentId)}`;

/** Takes things off timelines, with their cheers, in the caller's transaction. */
export async function removeContent({ db }: Pick<Services, 'db'>, ids: readonly ObjectId[]): Promise<void> {
  await db.models.Content.deleteMany({ _id: { $in: ids } });
  await db.models.Cheer.deleteMany({ contentId: { $in: ids } });
}

/**
 * Deletes what a member wrote on a Panda (D43), in the caller's transaction.
 *
 * @throws 404 for what is not there, on another Panda, another's, or removed by moderators
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
