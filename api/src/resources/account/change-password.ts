import type { Language } from '@frens/contract';
import type { Command } from '../../database/command.ts';
import { invalidField } from '../../errors.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { memberKey, ownEmailKey } from '../members/user.model.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';
import { endOtherSessions } from '../sessions/list-sessions.ts';

/**
 * Sets a member's password. Whoever else is signed in has to sign in again; links to reset it end, and so does a change of
 * address that waits, which one of the others may have asked for (D11, D12).
 */
export function changePassword(
  services: Services,
  caller: Caller,
  { passwordHash, language }: { passwordHash: string; language: Language },
): Command<void> {
  const { User, AddressLink } = services.db.models;
  const { user } = caller;
  return {
    lockKeys: [memberKey(user._id)],
    async run() {
      // The current one was checked before the transaction: by now it may be another.
      const checked = { _id: user._id, passwordHash: user.passwordHash };
      const { matchedCount } = await User.updateOne(checked, { $set: { passwordHash } });
      if (matchedCount === 0) throw invalidField('currentPassword', 'validation.currentPassword');
      await endOtherSessions(services, caller);
      await dropPendingEmail(services, user._id);
      const emailKey = ownEmailKey(user);
      await AddressLink.deleteMany({ emailKey, purpose: 'reset', usedAt: null });
      await notifySecurity(services, user._id, 'passwordChanged');
      await mailMember(services.jobs, user, { language, name: 'passwordChanged', path: '/auth?tab=forgot' });
    },
  };
}
