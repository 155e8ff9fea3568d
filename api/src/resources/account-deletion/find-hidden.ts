import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { hiddenFilter } from '../members/user.model.ts';

/** Returns which of these members have ended their account or are suspended. Their texts are hidden with them (D16, D46). */
export async function findHidden({ db }: Services, ids: readonly ObjectId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const users = await db.models.User.find({ _id: { $in: ids }, ...hiddenFilter }, { _id: 1 }).lean();
  return new Set(users.map(({ _id }) => String(_id)));
}
