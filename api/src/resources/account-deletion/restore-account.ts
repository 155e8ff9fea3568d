import type { Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

/**
 * Restores a soft-deleted account in the caller's transaction and mails its member (D46). Its sessions stay ended.
 * Returns null when the account is not pending deletion, or its erasure has begun.
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
  // A sign-in that raced with the deletion may have left a session.
  await Session.deleteMany({ userId });
  await mailMember(services.jobs, user, { language, name: 'accountKept', path: '/auth?tab=forgot' });
  return user;
}

/**
 * Restores an account pending deletion if its member, while signing in, has agreed to that (`wanted`); otherwise throws the 403 that
 * asks them (D46). Runs in the caller's transaction, after the sign-in was verified. Returns whether it restored the account.
 *
 * @param refused the error once erasure has begun: the account must look as if it did not exist
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
