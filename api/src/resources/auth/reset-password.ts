import type { Language } from '@frens/contract';
import type Koa from 'koa';
import type { Command } from '../../database/command.ts';
import type { ObjectId } from '../../database/ids.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { CallServices } from '../../services.ts';
import { keepIfWanted } from '../account-deletion/restore-account.ts';
import { invalidToken, linkIdOf, linkLockKeys, spendLink } from '../address-links/address-links.ts';
import { confirmWithin } from '../members/confirm-address.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';
import { startSession } from '../sessions/sessions.ts';

interface Reset {
  ctx: Koa.Context;
  token: string;
  passwordHash: string;
  language: Language;
  /** Whether to restore the account if it is pending deletion. */
  keep: boolean | undefined;
}

/**
 * Sets the password of the account with the link's address, confirms the address and starts a session (D13). Ends all other sessions
 * and drops a pending change of address: an intruder loses access.
 */
export function resetPassword(
  services: CallServices,
  { ctx, token, passwordHash, language, keep }: Reset,
): Command<{ memberId: ObjectId; kept: boolean }> {
  const { AddressLink, Session, User: Users } = services.db.models;
  return {
    lockKeys: () => linkLockKeys(services, token),
    async run() {
      const link = await spendLink(services, token, 'reset');
      const user = await Users.findOne({ emailKey: link.emailKey }).lean();
      // The account has another address by now.
      if (!user) throw invalidToken();
      const { _id } = user;
      const restoreOptions = { wanted: keep, language, refused: invalidToken() };
      const kept = await keepIfWanted(services, user, restoreOptions);
      if (!user.emailVerified) await confirmWithin(services, _id);
      await AddressLink.updateOne({ _id: linkIdOf(token) }, { userId: _id });
      await Users.updateOne({ _id }, { $set: { passwordHash } });
      await dropPendingEmail(services, _id);
      await Session.deleteMany({ userId: _id });
      await startSession(services, ctx, _id);
      await notifySecurity(services, _id, 'passwordChanged');
      await mailMember(services.jobs, user, { language, name: 'passwordChanged', path: '/auth?tab=forgot' });
      return { memberId: _id, kept };
    },
  };
}
