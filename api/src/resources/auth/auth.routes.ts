import type { Language } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { messageText } from '@frens/contract/messages';
import { minute, second } from '../../clock.ts';
import { invalidField } from '../../errors.ts';
import { isCommonPassword } from '../../passwords/common-passwords.ts';
import { defineResource } from '../../resource.ts';
import { logSecurity } from '../../security-log.ts';
import type { LinkPurpose } from '../address-links/address-link.model.ts';
import { linkIdOf, liveLink } from '../address-links/address-links.ts';
import { askForLink } from '../address-links/send-link.ts';
import { sendSessionCookie } from '../sessions/sessions.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { changeEmailByLink } from './change-email.ts';
import { confirmByLink } from './confirm-by-link.ts';
import { resetPassword } from './reset-password.ts';
import { undoEmailByLink } from './undo-email.ts';
import { verifyLink } from './verify-link.ts';

export const auth = defineResource((on) => {
  on('POST /api/auth/magic-link', async ({ body, language, services }) => {
    const { email, next = null, inviteCode = null } = body;
    // Nobody is looked up here: every address is the same work.
    await askForLink(services, { purpose: 'sign-in', email, language, next, inviteCode });
    return linkSent(language, 'sign-in', 'auth.linkSent');
  });

  on('POST /api/auth/verify', async ({ body: { token }, caller, language, services, ctx, transact }) => {
    // The browser that holds the session made with this link asks again: its first answer got lost, or another tab did it.
    if (caller) {
      const own = await services.db.models.AddressLink.findOne({
        _id: linkIdOf(token),
        sessionId: caller.session._id,
      }).lean();
      if (own?.outcome) {
        const { user } = caller;
        const needsProfile = !user.profileComplete;
        const self = await presentSelf(services, user);
        return { success: true, user: self, needsProfile, ...own.outcome, next: own.next };
      }
    }
    return transact(
      verifyLink(services, { ctx, token, caller, language }),
      async ({ user, sessionToken, outcome, next }) => {
        // Only now does the session exist for certain.
        sendSessionCookie(services, ctx, sessionToken);
        logSecurity(services, ctx, 'sign_in', user._id);
        if (outcome.passwordRemoved) {
          logSecurity(services, ctx, 'password_removed', user._id);
          logSecurity(services, ctx, 'sessions_ended', user._id);
        }
        const needsProfile = !user.profileComplete;
        return { success: true, user: await presentSelf(services, user), needsProfile, ...outcome, next };
      },
    );
  });

  on('POST /api/auth/password/forgot', async ({ body: { email }, language, isPastLimit, services }) => {
    // Past its limits an address is sent nothing, and whoever typed it learns nothing of that either (D13).
    if (!isPastLimit) await askForLink(services, { purpose: 'reset', email, language });
    return linkSent(language, 'reset', 'auth.resetSent');
  });

  on('POST /api/auth/password/reset', async ({ body, language, services, ctx, transact }) => {
    const { token, password } = body;
    // Before the slow work, which nobody gets for a token that was made up.
    await liveLink(services, token, 'reset');
    if (isCommonPassword(password)) throw invalidField('password', 'validation.password.common');
    const passwordHash = await services.passwords.hash(password);
    return transact(
      resetPassword(services, { ctx, token, passwordHash, language }),
      async ({ user, sessionToken }) => {
        sendSessionCookie(services, ctx, sessionToken);
        logSecurity(services, ctx, 'password_reset', user._id);
        logSecurity(services, ctx, 'sessions_ended', user._id);
        return { success: true, user: await presentSelf(services, user) };
      },
    );
  });

  on('POST /api/auth/password/check', async ({ body: { password } }) => ({
    isCommon: isCommonPassword(password),
  }));

  on('POST /api/auth/email/confirm', async ({ body: { token, isMine }, caller, services, ctx, transact }) =>
    transact(confirmByLink(services, { token, isMine, caller }), async (found) => {
      if (found.status === 'question') return found;
      logSecurity(
        services,
        ctx,
        found.status === 'freed' ? 'address_freed' : 'email_confirmed',
        found.userId,
      );
      if (found.status === 'freed') return { status: found.status };
      return { status: found.status, user: found.user && (await presentSelf(services, found.user)) };
    }),
  );

  on('POST /api/auth/email/change', async ({ body: { token }, caller, services, ctx, transact }) =>
    transact(changeEmailByLink(services, { token, caller }), async (user) => {
      logSecurity(services, ctx, 'email_changed', user._id);
      logSecurity(services, ctx, 'sessions_ended', user._id);
      const isOwn = caller?.user._id.equals(user._id) ?? false;
      return { success: true, email: user.email, user: isOwn ? await presentSelf(services, user) : null };
    }),
  );

  on('POST /api/auth/email/undo', async ({ body: { token }, language, services, ctx, transact }) =>
    transact(undoEmailByLink(services, { token, language }), ({ user, freedFrom }) => {
      if (freedFrom) logSecurity(services, ctx, 'address_freed', freedFrom);
      logSecurity(services, ctx, 'email_restored', user._id);
      logSecurity(services, ctx, 'sessions_ended', user._id);
      return { success: true, email: user.email };
    }),
  );
});

/** The one answer to whoever asks for a link, whether or not one is sent. */
function linkSent(language: Language, purpose: LinkPurpose, message: string) {
  return {
    success: true as const,
    message: messageText(language, message),
    expiresInSeconds: (limits.linkMinutes[purpose] * minute) / second,
  };
}
