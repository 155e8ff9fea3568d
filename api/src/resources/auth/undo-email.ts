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
 * Accounts that go on without their address where an undo gives it back: nobody keeps one from its owner by typing it, nor do they
 * themselves by a magic link that began an empty account. One that is being erased is left to that.
 */
export const yieldingAddress = {
  $or: [{ emailVerified: false }, { profileComplete: false, erasing: { $exists: false } }],
};

/**
 * Keeps or gives back the confirmed address that a change was to replace (D14). Somebody had got into the account, so every
 * session ends, and the password, which they may have chosen, and whatever they may have begun with its address since; what
 * undoes an earlier change stays good (0101).
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
      const other = { emailKey, _id: { $ne: userId } };
      const holder = await Users.findOne({ ...other, ...yieldingAddress }, { _id: 1 }).lean();
      if (holder) await freeAddress(services, holder._id);
      const restored = { email, emailKey, emailVerified: true, pendingEmail: null, passwordHash: null };
      const before = await catchDuplicateKey(() =>
        Users.findOneAndUpdate({ _id: userId }, { $set: restored }, { returnDocument: 'before' }).lean(),
      );
      if (!before || before.erasing) throw invalidToken();
      const user = { ...before, ...restored };
      // Whoever had got in may have ended it as well.
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
