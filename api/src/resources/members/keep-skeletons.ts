import { skeletonOf } from '@frens/contract/usernames';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { readByRanges } from '../../database/read-by-ranges.ts';
import type { Models } from '../models.ts';
import type { User } from './user.model.ts';

/**
 * Keeps how the names of all members read. Of several that read the same all stay, and sign in as before; the one who came
 * first has the reading, the others have it with their own name behind it, which `verify` reports.
 */
export async function keepSkeletons(models: Pick<Models, 'User'>): Promise<void> {
  for await (const range of readByRanges<User>(models.User)) {
    for (const user of range) if (user.username !== null) await keepSkeleton(models, user);
  }
}

async function keepSkeleton({ User }: Pick<Models, 'User'>, user: User): Promise<void> {
  if (user.username === null) return;
  const usernameSkeleton = skeletonOf(user.username);
  if (user.usernameSkeleton === usernameSkeleton) return;
  const keep = () => User.updateOne({ _id: user._id }, { $set: { usernameSkeleton } });
  try {
    await keep();
  } catch (error) {
    if (!isDuplicateKey(error, 'usernameSkeleton')) throw error;
    const holder = await User.findOne({ usernameSkeleton }).lean();
    if (!holder || holder.createdAt <= user.createdAt) return keepBehind(user);
    await keepBehind(holder);
    await keep();
  }

  async function keepBehind({ _id, username, usernameKey }: User): Promise<void> {
    const behind = `${skeletonOf(username ?? '')}#${usernameKey ?? ''}`;
    await User.updateOne({ _id }, { $set: { usernameSkeleton: behind } });
  }
}
