import type { Language } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { messageText } from '@frens/contract/messages';
import { minute, second } from '../../clock.ts';
import { invalidField } from '../../errors.ts';
import { isCommonPassword } from '../../passwords/common-passwords.ts';
import { defineResource } from '../../resource.ts';
import { logSecurity } from '../../security-log.ts';
import type { LinkPurpose } from '../address-links/address-link.model.ts';
import { invalidToken, liveLink } from '../address-links/address-links.ts';
import { askForLink, assertCanSendLinks } from '../address-links/send-link.ts';
import { presentSelfOf } from '../visibility/self.presenter.ts';
import { changeEmailByLink } from './change-email.ts';
import { checkLink } from './check-link.ts';
import { confirmByLink, presentAccountInQuestion } from './confirm-by-link.ts';
import { resetPassword } from './reset-password.ts';
import { restoreAccountByLink } from './restore-account-by-link.ts';
import { undoEmailByLink } from './undo-email.ts';
import { presentVerified, verifyLink } from './verify-link.ts';

export const auth = defineResource((on) => {
  on('POST /api/auth/magic-link', async ({ body, language, isPastLimit, services }) => {
    const { email, next = null, inviteCode = null } = body;
    assertCanSendLinks(services);
    // No account lookup here: the call does the same work for every address.
    const request = { purpose: 'sign-in' as const, email, language, next, inviteCode };
    await askForLink(services, request, { inLine: isPastLimit });
    return linkSent(language, 'sign-in', 'auth.linkSent');
  });

  on('POST /api/auth/verify', async ({ body, caller, language, services, ctx, transact }) => {
    const { token, switchAccount, inviteCode, keepAccount: keep } = body;
    // A retry from the browser that this link signed in: its first answer got lost, or another tab used the link.
    const own = caller && { token, memberId: caller.user._id, sessionId: caller.session._id };
    const repeated = own && (await presentVerified(services, own));
    if (repeated) return repeated;
    return transact(
      verifyLink(services, { ctx, token, switchAccount, caller, language, inviteCode, keep }),
      async ({ memberId, passwordRemoved, kept }) => {
        if (kept) logSecurity(services, ctx, 'account_kept', memberId);
        logSecurity(services, ctx, 'sign_in', memberId);
        if (passwordRemoved) {
          logSecurity(services, ctx, 'password_removed', memberId);
          logSecurity(services, ctx, 'sessions_ended', memberId);
        }
        const verified = await presentVerified(services, { token, memberId });
        // Race condition: the account has just been ended.
        if (!verified) throw invalidToken();
        return verified;
      },
    );
  });

  on('POST /api/auth/password/forgot', async ({ body: { email }, language, isPastLimit, services }) => {
    assertCanSendLinks(services);
    // Past the limit the mail is delayed, not refused: a stranger can neither lock the owner out nor detect the limit (D13).
    await askForLink(services, { purpose: 'reset', email, language }, { inLine: isPastLimit });
    return linkSent(language, 'reset', 'auth.resetSent');
  });

  on('POST /api/auth/password/reset', async ({ body, language, services, ctx, transact }) => {
    const { token, password, keepAccount: keep } = body;
    // Reject invalid tokens before the expensive hashing.
    const { email, emailKey } = await liveLink(services, token, 'reset');
    const known = await services.db.models.User.findOne({ emailKey }, { username: 1, name: 1 }).lean();
    const owner = { username: known?.username, name: known?.name, email, site: services.config.brand.site };
    if (await isCommonPassword(password, owner)) throw invalidField('password', 'validation.password.common');
    const passwordHash = await services.passwords.hash(password);
    const reset = { ctx, token, passwordHash, language, keep };
    return transact(resetPassword(services, reset), async ({ memberId, kept }) => {
      if (kept) logSecurity(services, ctx, 'account_kept', memberId);
      logSecurity(services, ctx, 'password_reset', memberId);
      logSecurity(services, ctx, 'sessions_ended', memberId);
      return { success: true, user: await presentSelfOf(services, memberId) };
    });
  });

  on('POST /api/auth/password/check', async ({ body: { password, ...owner }, services }) => ({
    isCommon: await isCommonPassword(password, { ...owner, site: services.config.brand.site }),
  }));

  on('POST /api/auth/link/check', async ({ body, caller, services }) => checkLink(services, body, caller));

  on('POST /api/auth/email/confirm', async ({ body: { token, isMine }, caller, services, ctx, transact }) =>
    transact(confirmByLink(services, { token, isMine, caller }), async ({ status, memberId, isOwn }) => {
      if (status === 'question') return { status, ...(await presentAccountInQuestion(services, memberId)) };
      logSecurity(services, ctx, status === 'freed' ? 'address_freed' : 'email_confirmed', memberId);
      if (status === 'freed') return { status };
      return { status, user: isOwn ? await presentSelfOf(services, memberId) : null };
    }),
  );

  on('POST /api/auth/email/change', async ({ body: { token, isMine }, caller, services, ctx, transact }) =>
    transact(changeEmailByLink(services, { token, isMine, caller }), async ({ status, memberId, isOwn }) => {
      if (status === 'question') return { status, ...(await presentAccountInQuestion(services, memberId)) };
      logSecurity(services, ctx, status === 'changed' ? 'email_changed' : 'email_change_refused', memberId);
      if (status === 'discarded') return { status };
      logSecurity(services, ctx, 'sessions_ended', memberId);
      const user = await presentSelfOf(services, memberId);
      return { status, email: user.email, user: isOwn ? user : null };
    }),
  );

  on('POST /api/auth/email/undo', async ({ body: { token }, language, services, ctx, transact }) =>
    transact(undoEmailByLink(services, { token, language }), async ({ memberId, freedFrom }) => {
      if (freedFrom) logSecurity(services, ctx, 'address_freed', freedFrom);
      logSecurity(services, ctx, 'email_restored', memberId);
      logSecurity(services, ctx, 'password_removed', memberId);
      logSecurity(services, ctx, 'sessions_ended', memberId);
      const { email } = await presentSelfOf(services, memberId);
      return { success: true, email };
    }),
  );

  on('POST /api/auth/account/keep', async ({ body: { token }, language, services, ctx, transact }) =>
    transact(restoreAccountByLink(services, { token, language }), ({ memberId }) => {
      logSecurity(services, ctx, 'account_kept', memberId);
      return { success: true };
    }),
  );
});

/** The answer to every request for a link, whether or not one is sent. */
function linkSent(language: Language, purpose: LinkPurpose, message: string) {
  return {
    success: true as const,
    message: messageText(language, message),
    expiresInSeconds: (limits.linkMinutes[purpose] * minute) / second,
  };
}
