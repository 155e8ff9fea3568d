import { limits } from '@frens/contract/limits';
import { messageText } from '@frens/contract/messages';
import { minute, second } from '../../clock.ts';
import { defineResource } from '../../resource.ts';
import { linkIdOf } from '../address-links/address-links.ts';
import { sendLink } from '../address-links/send-link.ts';
import { keyOf } from '../members/user.model.ts';
import { handOver } from '../sessions/sessions.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
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
    return {
      success: true,
      message: messageText(language, 'auth.linkSent'),
      expiresInSeconds: (limits.linkMinutes['sign-in'] * minute) / second,
    };
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
});
