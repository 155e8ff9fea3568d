import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

/** Which of some members have ended their account: what they wrote is hidden with them (D16, D46). */
export async function endedAmong({ db }: Services, ids: readonly ObjectId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const ended = { _id: { $in: ids }, eraseAt: { $exists: true } };
  const users = await db.models.User.find(ended, { _id: 1 }).lean();
  return new Set(users.map(({ _id }) => String(_id)));
}
