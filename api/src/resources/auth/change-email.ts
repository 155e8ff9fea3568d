import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { invalidToken, linkLockKeys, spendLink } from '../address-links/address-links.ts';
import { unlessTaken } from '../members/unless-taken.ts';

/**
 * Makes the pending address the account's, because its mail is read (D14). Every session but the one that asks ends; nobody is
 * signed in by it, so that a stranger's account cannot be slipped under somebody who opens the link.
 */
export function changeEmailByLink(
  services: Services,
  { token, caller }: { token: string; caller: Caller | null },
): Command<{ memberId: ObjectId }> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const { userId, email, emailKey } = await spendLink(services, token, 'change-email');
      const user = await unlessTaken(() =>
        Users.findOneAndUpdate(
          { _id: userId, pendingEmail: email, eraseAt: { $exists: false } },
          { $set: { email, emailKey, emailVerified: true, pendingEmail: null } },
          { returnDocument: 'after' },
        ).lean(),
      );
      // Another change was asked for since, or this one was undone.
      if (!user) throw invalidToken();
      const isOwn = caller?.user._id.equals(user._id) ?? false;
      await Session.deleteMany({
        userId: user._id,
        ...(isOwn ? { _id: { $ne: caller?.session._id } } : {}),
      });
      await AddressLink.deleteMany({
        userId: user._id,
        purpose: { $in: ['change-email', 'confirm'] },
        usedAt: null,
      });
      return { memberId: user._id };
    },
  };
}
