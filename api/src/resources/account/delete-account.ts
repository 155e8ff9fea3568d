import type { Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { canonicalAddress } from '@frens/contract/mail-address';
import { day, fromNow } from '../../clock.ts';
import type { Command } from '../../database/command.ts';
import { forbidden, invalidField, signedOut } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { eraseAccount } from '../account-deletion/erase-job.ts';
import { askForLink } from '../address-links/send-link.ts';
import { freeAddress } from '../members/free-address.ts';
import { keyOf, memberKey, ownEmailKey, type User } from '../members/user.model.ts';
import { isFreshSignIn } from '../sessions/fresh-sign-in.ts';

interface AccountDeletion {
  /** What the member typed to confirm: their username, or their address before they have one. */
  confirm: string;
  /** Null when the request contains no password, or the account has none. */
  isPasswordCorrect: boolean | null;
  language: Language;
}

/**
 * Soft-deletes an account (D46): hides the member and their Panda and ends every session. A confirmed address gets an undo link, an
 * unconfirmed one is released. Returns when a queued job will erase the account.
 */
export function deleteAccount(services: Services, caller: Caller, deletion: AccountDeletion): Command<Date> {
  const { AddressLink, Panda, Session, User: Users } = services.db.models;
  const { user } = caller;
  return {
    lockKeys: [memberKey(user._id)],
    async run() {
      assertConfirmed(services, caller, deletion);
      const eraseAt = fromNow(services.clock, limits.ending.undoDays * day);
      // Compare-and-set: the password was checked before the transaction and may have changed since.
      const ended = await Users.findOneAndUpdate(
        { _id: user._id, passwordHash: user.passwordHash, eraseAt: { $exists: false } },
        { $set: { eraseAt, pendingEmail: null } },
      ).lean();
      if (!ended) throw signedOut(true);
      await Panda.updateOne({ ownerId: user._id }, { $set: { isHidden: true } });
      await Session.deleteMany({ userId: user._id });
      // Undo links stay valid: the owner of a hijacked account can still recover its address, and the account with it.
      await AddressLink.deleteMany({ ...linkFilterOf(ended), usedAt: null, purpose: { $ne: 'undo-email' } });
      const userId = String(user._id);
      await services.jobs.add(eraseAccount, { memberId: userId }, { runAt: eraseAt, memberId: user._id });
      const { email, emailVerified } = ended;
      // An unconfirmed address may belong to somebody else, who can use it from now on.
      if (!emailVerified) await freeAddress(services, user._id);
      else
        await askForLink(services, { purpose: 'keep-account', email, language: deletion.language, userId });
      return eraseAt;
    },
  };
}

const linkFilterOf = (user: User) => ({ $or: [{ userId: user._id }, { emailKey: ownEmailKey(user) }] });

/** Refuses a wrong confirmation text, and callers with neither a fresh sign-in nor the correct password. */
function assertConfirmed(
  { clock }: Services,
  { user, session }: Caller,
  { confirm, isPasswordCorrect }: Pick<AccountDeletion, 'confirm' | 'isPasswordCorrect'>,
): void {
  // A member who signed up by magic link has no username at first, and may have lost their address since.
  const isConfirmed =
    user.username === null
      ? canonicalAddress(confirm) === canonicalAddress(user.email)
      : keyOf(confirm) === keyOf(user.username);
  if (!isConfirmed) throw invalidField('confirm', 'validation.confirmName');
  if (isPasswordCorrect === false) throw invalidField('password', 'validation.currentPassword');
  if (isPasswordCorrect || isFreshSignIn(clock, session)) return;
  if (user.passwordHash === null) throw forbidden(errorCodes.freshSignInRequired);
  throw invalidField('password', 'validation.password.currentNeeded');
}
