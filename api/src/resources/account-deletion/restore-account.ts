import type { Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

/**
 * Undoes the end of an account, in the caller's transaction: everything is as it was, but nobody is signed in (D46). Its member
 * hears of it by mail. Returns null when it was not ending, or when its erasure has begun.
 */
export async function restoreAccount(
  services: Services,
  userId: ObjectId,
  language: Language,
): Promise<User | null> {
  const { Panda, Session, User: Users } = services.db.models;
  const user = await Users.findOneAndUpdate(
    { _id: userId, eraseAt: { $exists: true }, erasing: { $exists: false } },
    { $unset: { eraseAt: 1 } },
    { returnDocument: 'after' },
  ).lean();
  if (!user) return null;
  if (!user.suspended) await Panda.updateOne({ ownerId: userId }, { $unset: { isHidden: 1 } });
  // One that was begun while the account was being ended.
  await Session.deleteMany({ userId });
  await mailMember(services.jobs, user, { language, name: 'accountKept', path: '/auth?tab=forgot' });
  return user;
}

/**
 * Whoever has shown that they may sign in to an account that is ending is asked whether to keep it, and keeps it by asking
 * again with their yes (D46). In the caller's transaction. Returns whether the account was kept by it.
 *
 * @param refused the error when it is too late for that: the account is gone to whoever asks
 * @throws {AppError} 403 `account_ending` with `undoUntil`
 */
export async function keepIfWanted(
  services: Services,
  user: User,
  {
    wanted = false,
    language,
    refused,
  }: { wanted: boolean | undefined; language: Language; refused: AppError },
): Promise<boolean> {
  if (!user.eraseAt) return false;
  if (user.erasing) throw refused;
  if (!wanted) {
    const undoUntil = user.eraseAt.toISOString();
    throw new AppError(403, errorCodes.accountEnding, { details: { undoUntil } });
  }
  if (!(await restoreAccount(services, user._id, language))) throw refused;
  return true;
}
