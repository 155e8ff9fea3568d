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

interface Ending {
  /** What the member typed to show that they mean it. */
  confirm: string;
  /** Whether the password that was sent is right; null when none was sent or none is set. */
  verifyPassword: boolean | null;
  language: Language;
}

/**
 * Ends an account (D46): nobody sees the member or their Panda any more and every session ends, at once. Their confirmed address gets
 * a link to undo it, and one that is not is given back; when the time is over the queue erases everything. Returns when that is.
 */
export function endAccount(services: Services, caller: Caller, ending: Ending): Command<Date> {
  const { AddressLink, Panda, Session, User: Users } = services.db.models;
  const { user } = caller;
  return {
    lockKeys: [memberKey(user._id)],
    async run() {
      refuseUnsure(services, caller, ending);
      const eraseAt = fromNow(services.clock, limits.ending.undoDays * day);
      // The password was checked before the transaction: by now it may be another.
      const ended = await Users.findOneAndUpdate(
        { _id: user._id, passwordHash: user.passwordHash, eraseAt: { $exists: false } },
        { $set: { eraseAt, pendingEmail: null } },
      ).lean();
      if (!ended) throw signedOut(true);
      await Panda.updateOne({ ownerId: user._id }, { $set: { isHidden: true } });
      await Session.deleteMany({ userId: user._id });
      // Whoever had their address taken from them can still have it back, and the account with it.
      await AddressLink.deleteMany({ ...linksOf(ended), usedAt: null, purpose: { $ne: 'undo-email' } });
      const userId = String(user._id);
      await services.jobs.add(eraseAccount, { memberId: userId }, { runAt: eraseAt, memberId: user._id });
      const { email, emailVerified } = ended;
      // An address that was never confirmed may be somebody else's: it is theirs again from now on.
      if (!emailVerified) await freeAddress(services, user._id);
      else await askForLink(services, { purpose: 'keep-account', email, language: ending.language, userId });
      return eraseAt;
    },
  };
}

const linksOf = (user: User) => ({ $or: [{ userId: user._id }, { emailKey: ownEmailKey(user) }] });

/** Refuses who has not typed their name, or has not just shown who they are. */
function refuseUnsure(
  { clock }: Services,
  { user, session }: Caller,
  { confirm, verifyPassword }: Pick<Ending, 'confirm' | 'verifyPassword'>,
): void {
  // Somebody who began with a link has no name yet, and may have given their address back.
  const isTheirs =
    user.username === null
      ? canonicalAddress(confirm) === canonicalAddress(user.email)
      : keyOf(confirm) === keyOf(user.username);
  if (!isTheirs) throw invalidField('confirm', 'validation.confirmName');
  if (verifyPassword === false) throw invalidField('password', 'validation.currentPassword');
  if (verifyPassword || isFreshSignIn(clock, session)) return;
  if (user.passwordHash === null) throw forbidden(errorCodes.freshSignInRequired);
  throw invalidField('password', 'validation.password.currentNeeded');
}
