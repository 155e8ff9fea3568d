import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { contentLock, removeContent } from './remove-content.ts';

/** Documents deleted in one transaction. */
const batchSize = 50;

/**
 * Deletes the next batch of an author's entries, or of a Panda's timeline, with their cheers (D46).
 *
 * @returns false when none were left
 */
export async function eraseContent(
  { db }: Services,
  of: { authorId: ObjectId } | { pandaId: ObjectId },
): Promise<boolean> {
  const next = await db.models.Content.find(of, { _id: 1 }).limit(batchSize).lean();
  const ids = next.map(({ _id }) => _id);
  if (ids.length === 0) return false;
  await db.transaction(() => removeContent({ db }, ids), { lockKeys: ids.map(contentLock) });
  return true;
}

/**
 * Deletes the next batch of an erased member's cheers, and lowers the counts of the entries they cheered (D46).
 *
 * @returns false when none were left
 */
export async function eraseCheers({ db }: Services, memberId: ObjectId): Promise<boolean> {
  const { Cheer, Content } = db.models;
  const next = await Cheer.find({ memberId }, { contentId: 1 }).limit(batchSize).lean();
  if (next.length === 0) return false;
  const lockKeys = next.map(({ contentId }) => contentLock(contentId));
  await db.transaction(
    async () => {
      for (const { _id, contentId } of next) {
        const { deletedCount } = await Cheer.deleteOne({ _id });
        if (deletedCount > 0) await Content.updateOne({ _id: contentId }, { $inc: { cheers: -1 } });
      }
    },
    { lockKeys },
  );
  return true;
}
