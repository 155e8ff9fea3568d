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
 * Sets a member's password, ends all other sessions and deletes unused reset links (D11, D12). Also drops a pending change of
 * address, which an intruder may have requested.
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
      // Compare-and-set: the current password was checked before the transaction and may have changed since.
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
