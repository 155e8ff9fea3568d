import type { Language } from '@frens/contract';
import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { restoreAccount } from '../account-deletion/restore-account.ts';
import { invalidToken, linkIdOf, linkLockKeys, spendLink } from '../address-links/address-links.ts';

/**
 * Undoes the end of the account that the link was sent for (D46). The link keeps nothing but that account, so a second press
 * hears that it stays, as long as it does. Nobody is signed in by it.
 */
export function restoreAccountByLink(
  services: Services,
  { token, language }: { token: string; language: Language },
): Command<{ memberId: ObjectId }> {
  const { AddressLink, User } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const used = await AddressLink.findOne({
        _id: linkIdOf(token),
        purpose: 'keep-account',
        usedAt: { $ne: null },
      }).lean();
      const stays = used?.userId && (await User.exists({ _id: used.userId, eraseAt: { $exists: false } }));
      if (stays) return { memberId: stays._id };
      const { userId } = await spendLink(services, token, 'keep-account');
      const user = userId && (await restoreAccount(services, userId, language));
      if (!user) throw invalidToken();
      return { memberId: user._id };
    },
  };
}
