import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { invalidToken, linkLockKeys, liveLink, spendLink } from '../address-links/address-links.ts';
import { catchDuplicateKey } from '../members/catch-duplicate-key.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';

/** The outcome; `isOwn` says whether the browser is signed in to the account. */
type Changed = {
  status: 'changed' | 'discarded' | 'question';
  memberId: ObjectId;
  isOwn: boolean;
};

interface Changing {
  token: string;
  /** The reader's answer to the question; undefined before it was asked. */
  isMine: boolean | undefined;
  caller: Caller | null;
}

/**
 * Replaces an account's address by the pending one: the token proves access to the mailbox (D14). A browser without a session of that
 * account gets a question first. Otherwise the owner of the mailbox could confirm a stranger's account by opening the link
 * (docs/decisions/0116). Ends every session but the caller's own, and starts none.
 */
export function changeEmailByLink(services: Services, { token, isMine, caller }: Changing): Command<Changed> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const { userId, email, emailKey } = await liveLink(services, token, 'change-email');
      const filter = { _id: userId, pendingEmail: email, eraseAt: { $exists: false } };
      const account = await Users.findOne(filter, { _id: 1 }).lean();
      // A newer change has replaced this one, or it was undone.
      if (!account) throw invalidToken();
      const memberId = account._id;
      const isOwn = caller?.user._id.equals(memberId) ?? false;
      if (!isOwn && isMine === undefined) return { status: 'question', memberId, isOwn };
      await spendLink(services, token, 'change-email');
      if (!isOwn && !isMine) {
        await dropPendingEmail(services, memberId);
        // Otherwise the requester would wait in vain.
        await notifySecurity(services, memberId, 'emailRefused');
        return { status: 'discarded', memberId, isOwn };
      }
      const changed = { email, emailKey, emailVerified: true, pendingEmail: null };
      const { matchedCount } = await catchDuplicateKey(() => Users.updateOne(filter, { $set: changed }));
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
 * A change back to an address with a valid undo link counts as that undo: consumes the link, and deletes the undo links of later
 * changes, which were mailed to an intruder (docs/decisions/0101).
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
