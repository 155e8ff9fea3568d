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
import { sendLink } from '../address-links/send-link.ts';
import { keyOf } from '../members/user.model.ts';
import { handOver } from '../sessions/sessions.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { resetPassword } from './reset-password.ts';
import { verifyLink } from './verify-link.ts';

export const auth = defineResource((on) => {
  on('POST /api/auth/magic-link', async ({ body, language, services }) => {
    const { email, next = null, inviteCode = null } = body;
    // Nobody is looked up here: every address is the same work.
    await services.jobs.add(
      sendLink,
      { purpose: 'sign-in', email, language, userId: null, next, inviteCode },
      { emailKey: keyOf(email) },
    );
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
        handOver(services, ctx, sessionToken);
        const needsProfile = !user.profileComplete;
        return { success: true, user: await presentSelf(services, user), needsProfile, ...outcome, next };
      },
    );
  });

  on('POST /api/auth/password/forgot', async ({ body: { email }, language, isPastLimit, services }) => {
    // Past its limits an address is sent nothing, and whoever typed it learns nothing of that either (D13).
    if (!isPastLimit) {
      const request = {
        purpose: 'reset',
        email,
        language,
        userId: null,
        next: null,
        inviteCode: null,
      } as const;
      await services.jobs.add(sendLink, request, { emailKey: keyOf(email) });
    }
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
        handOver(services, ctx, sessionToken);
        logSecurity(services, ctx, 'password_reset', user._id);
        return { success: true, user: await presentSelf(services, user) };
      },
    );
  });
});

/** The one answer to whoever asks for a link, whether or not one is sent. */
function linkSent(language: Language, purpose: LinkPurpose, message: string) {
  return {
    success: true as const,
    message: messageText(language, message),
    expiresInSeconds: (limits.linkMinutes[purpose] * minute) / second,
  };
}
