import type { Language } from '@frens/contract';
import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { restoreAccount } from '../account-deletion/restore-account.ts';
import { invalidToken, linkIdOf, linkLockKeys, spendLink } from '../address-links/address-links.ts';

/**
 * Restores the link's soft-deleted account, without signing anybody in (D46). Repeating the request succeeds while the account
 * has not been ended again.
 */
export function restoreAccountByLink(
  services: Services,
  { token, language }: { token: string; language: Language },
): Command<{ memberId: ObjectId }> {
  const { AddressLink, User } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const link = await AddressLink.findOne({
        _id: linkIdOf(token),
        purpose: 'keep-account',
        usedAt: { $ne: null },
      }).lean();
      const restored = link?.userId && (await User.exists({ _id: link.userId, eraseAt: { $exists: false } }));
      if (restored) return { memberId: restored._id };
      const { userId } = await spendLink(services, token, 'keep-account');
      const user = userId && (await restoreAccount(services, userId, language));
      if (!user) throw invalidToken();
      return { memberId: user._id };
    },
  };
}
