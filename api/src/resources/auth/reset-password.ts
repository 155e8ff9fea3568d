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
  /** Whether to keep the account if it is ending. */
  keep: boolean | undefined;
}

/**
 * Sets the password of whoever has the address that the link was sent to, which confirms it (D13). Every session ends and so
 * does a change of address that waits: whoever was in the account without being its member is out.
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
      const known = await Users.findOne({ emailKey: link.emailKey }).lean();
      // The account has another address since.
      if (!known) throw invalidToken();
      const { _id } = known;
      const asked = { wanted: keep, language, refused: invalidToken() };
      const kept = await keepIfWanted(services, known, asked);
      if (!known.emailVerified) await confirmWithin(services, _id);
      await AddressLink.updateOne({ _id: linkIdOf(token) }, { userId: _id });
      await Users.updateOne({ _id }, { $set: { passwordHash } });
      await dropPendingEmail(services, _id);
      await Session.deleteMany({ userId: _id });
      await startSession(services, ctx, _id);
      await notifySecurity(services, _id, 'passwordChanged');
      await mailMember(services.jobs, known, { language, name: 'passwordChanged', path: '/auth?tab=forgot' });
      return { memberId: _id, kept };
    },
  };
}
