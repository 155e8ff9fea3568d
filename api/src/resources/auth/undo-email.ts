import type { Language } from '@frens/contract';
import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import { restoreAccount } from '../account-deletion/restore-account.ts';
import { invalidToken, linkLockKeys, spendLink } from '../address-links/address-links.ts';
import { catchDuplicateKey } from '../members/catch-duplicate-key.ts';
import { freeAddress } from '../members/free-address.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';

/**
 * A filter for accounts that lose their address when an undo restores it to its owner: they never confirmed it, or a magic link
 * created them and the profile is still empty. Accounts being erased look empty as well, hence the condition on `erasing`.
 */
export const releasableAddress = {
  $or: [{ emailVerified: false }, { profileComplete: false, erasing: { $exists: false } }],
};

/**
 * Restores the confirmed address that a change was to replace (D14). Treats the change as an intruder's: removes the
 * password, and ends all sessions and all links of later requests. Undo links of earlier changes stay valid (docs/decisions/0101).
 */
export function undoEmailByLink(
  services: Services,
  { token, language }: { token: string; language: Language },
): Command<{ memberId: ObjectId; freedFrom: ObjectId | null }> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const { userId, email, emailKey, expiresAt } = await spendLink(services, token, 'undo-email');
      const otherAccounts = { emailKey, _id: { $ne: userId } };
      const holder = await Users.findOne({ ...otherAccounts, ...releasableAddress }, { _id: 1 }).lean();
      if (holder) await freeAddress(services, holder._id);
      const restored = { email, emailKey, emailVerified: true, pendingEmail: null, passwordHash: null };
      const before = await catchDuplicateKey(() =>
        Users.findOneAndUpdate({ _id: userId }, { $set: restored }, { returnDocument: 'before' }).lean(),
      );
      if (!before || before.erasing) throw invalidToken();
      const user = { ...before, ...restored };
      // The intruder may have ended the account as well.
      await restoreAccount(services, user._id, language);
      await Session.deleteMany({ userId: user._id });
      await AddressLink.deleteMany({
        userId: user._id,
        usedAt: null,
        $or: [{ purpose: { $ne: 'undo-email' } }, { expiresAt: { $gte: expiresAt } }],
      });
      await notifySecurity(services, user._id, 'emailRestored');
      await mailMember(services.jobs, user, { language, name: 'emailRestored', path: '/auth?tab=forgot' });
      if (before.emailKey !== emailKey)
        await mailMember(services.jobs, before, { language, name: 'emailReplaced', path: '/auth' });
      return { memberId: user._id, freedFrom: holder?._id ?? null };
    },
  };
}
