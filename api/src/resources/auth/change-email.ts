import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { invalidToken, linkLockKeys, liveLink, spendLink } from '../address-links/address-links.ts';
import { catchDuplicateKey } from '../members/catch-duplicate-key.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';

/** What became of the link. `isOwn`: the browser is signed in to the account. */
type Changed = {
  status: 'changed' | 'discarded' | 'question';
  memberId: ObjectId;
  isOwn: boolean;
};

interface Changing {
  token: string;
  /** What was answered to the question, if it was asked. */
  isMine: boolean | undefined;
  caller: Caller | null;
}

/**
 * Makes the pending address the account's, because its mail is read (D14). A browser that is not signed in to it is asked first whether
 * the account is its reader's: otherwise a stranger would have their account confirmed, and found by the address, by whoever opens the link
 * (docs/decisions/0116). Every session but the one that asks ends; nobody is signed in by it.
 */
export function changeEmailByLink(services: Services, { token, isMine, caller }: Changing): Command<Changed> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const { userId, email, emailKey } = await liveLink(services, token, 'change-email');
      const waiting = { _id: userId, pendingEmail: email, eraseAt: { $exists: false } };
      const account = await Users.findOne(waiting, { _id: 1 }).lean();
      // Another change was asked for since, or this one was undone.
      if (!account) throw invalidToken();
      const memberId = account._id;
      const isOwn = caller?.user._id.equals(memberId) ?? false;
      if (!isOwn && isMine === undefined) return { status: 'question', memberId, isOwn };
      await spendLink(services, token, 'change-email');
      if (!isOwn && !isMine) {
        await dropPendingEmail(services, memberId);
        // Who asked for it would go on waiting.
        await notifySecurity(services, memberId, 'emailRefused');
        return { status: 'discarded', memberId, isOwn };
      }
      const changed = { email, emailKey, emailVerified: true, pendingEmail: null };
      const { matchedCount } = await catchDuplicateKey(() => Users.updateOne(waiting, { $set: changed }));
      if (matchedCount === 0) throw invalidToken();
      await Session.deleteMany({ userId: memberId, ...(isOwn ? { _id: { $ne: caller?.session._id } } : {}) });
      await AddressLink.deleteMany({
        userId: memberId,
        purpose: { $in: ['change-email', 'confirm'] },
        usedAt: null,
      });
      await endUndoneLinks(services, memberId, emailKey);
      return { status: 'changed', memberId, isOwn };
    },
  };
}

/**
 * A change back to an address whose link to undo lives does what that link does: it is used, and those of later changes end, which were
 * mailed to whoever had taken the account (docs/decisions/0101).
 */
async function endUndoneLinks({ db, clock }: Services, userId: ObjectId, emailKey: string): Promise<void> {
  const { AddressLink } = db.models;
  const live = { userId, purpose: 'undo-email', usedAt: null } as const;
  const now = clock.now();
  const undone = await AddressLink.findOneAndUpdate(
    { ...live, emailKey, expiresAt: { $gt: now } },
    { usedAt: now },
    { sort: { expiresAt: 1 } },
  ).lean();
  if (undone) await AddressLink.deleteMany({ ...live, expiresAt: { $gte: undone.expiresAt } });
}
