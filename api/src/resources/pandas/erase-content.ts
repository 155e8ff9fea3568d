import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { contentLock, removeContent } from './remove-content.ts';

/** So much is taken away in one transaction. */
const batchSize = 50;

/**
 * Takes away the next things that a member wrote, or that stand on a Panda's timeline, with their cheers (D46).
 *
 * @returns whether there were any
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
 * Takes back the next cheers of a member who is going, so that what they cheered counts those who stay (D46).
 *
 * @returns whether there were any
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
