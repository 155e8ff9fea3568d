import type { Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import type { Command } from '../../database/command.ts';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { conflict } from '../../errors.ts';
import { sendMail } from '../../mail/mail-job.ts';
import type { Services } from '../../services.ts';
import { invalidToken, linkLockKeys, spendLink } from '../address-links/address-links.ts';
import { nameOf, type User } from '../members/user.model.ts';

/**
 * Keeps or gives back the confirmed address that a change was to replace (D14). Somebody had got into the account, so every
 * session ends, and whatever else they may have begun with its address.
 */
export function undoEmailByLink(
  services: Services,
  { token, language }: { token: string; language: Language },
): Command<User> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const { userId, email, emailKey } = await spendLink(services, token, 'undo-email');
      try {
        const user = await Users.findOneAndUpdate(
          { _id: userId },
          { $set: { email, emailKey, emailVerified: true, pendingEmail: null } },
          { returnDocument: 'after' },
        ).lean();
        if (!user) throw invalidToken();
        await Session.deleteMany({ userId: user._id });
        await AddressLink.deleteMany({ userId: user._id, usedAt: null });
        await services.jobs.add(
          sendMail,
          {
            to: email,
            language,
            name: 'emailRestored',
            path: '/auth?tab=forgot',
            values: { name: nameOf(user) },
          },
          { memberId: user._id },
        );
        return user;
      } catch (cause) {
        // Somebody, perhaps the member, has begun an account with it since.
        if (isDuplicateKey(cause, 'emailKey')) throw conflict(errorCodes.accountExists, { cause });
        throw cause;
      }
    },
  };
}
