import { errorCodes } from '@frens/contract/errors';
import { AppError, forbidden } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { logSecurity } from '../../security-log.ts';
import { inviteKey } from '../invitations/invite-link.model.ts';
import { redeemInvitation } from '../invitations/redeem-invitation.ts';
import { dropPendingEmail } from '../sessions/drop-pending-email.ts';
import { refuseOwnPassword } from '../sessions/own-password.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { startSession } from '../sessions/sessions.ts';
import { verifyPassword } from '../sessions/verify-password.ts';
import { presentSelfOf } from '../visibility/self.presenter.ts';
import { grantCounterOf, walletOf } from '../wallet/ledger.ts';
import { completeProfile } from './complete-profile.ts';
import { notifyAddressOwner } from './notify-address-owner.ts';
import { register } from './register.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { updateMember } from './update-member.ts';
import { memberKey } from './user.model.ts';

export const members = defineResource((on) => {
  on('POST /api/register', async ({ body, language, services, ctx, transact }) => {
    const { password, inviteCode, ...profile } = body;
    const passwordHash = await services.passwords.hash(password);
    const network = ctx.state.network;
    return transact(
      {
        lockKeys: [
          ...(network === null ? [] : [grantCounterOf(services.clock, network)]),
          ...(inviteCode ? [inviteKey(inviteCode)] : []),
        ],
        async run() {
          const user = await register(services, { ...profile, passwordHash, network, language });
          await redeemInvitation(services, user, inviteCode);
          await sendConfirmation(services, user, language);
          await startSession(services, ctx, user._id);
          return { memberId: user._id };
        },
      },
      ({ memberId }) => {
        logSecurity(services, ctx, 'sign_in', memberId);
        return presentSelfOf(services, memberId);
      },
    ).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'account_exists')
        await notifyAddressOwner(services, body.email, language);
      throw error;
    });
  });

  on('POST /api/account/complete', async (call) => {
    const { body, caller, isRepeated, services, ctx, transact } = call;
    const { user } = caller;
    const network = ctx.state.network;
    if (!isRepeated && !user.profileComplete) await refuseOwnPassword(services, user, body);
    const counter = network === null ? [] : [grantCounterOf(services.clock, network)];
    return transact(
      {
        lockKeys: [memberKey(user._id), walletOf(user._id), ...counter],
        run: async () => ({ isMember: await completeProfile(services, user, { body, network }) }),
      },
      ({ isMember }) => {
        // Thrown after the commit: an error inside the transaction would roll the deletion back.
        if (!isMember) {
          sessionCookie(services.config).clear(ctx);
          logSecurity(services, ctx, 'sessions_ended');
          throw forbidden(errorCodes.underAge);
        }
        return presentSelfOf(services, user._id);
      },
    );
  });

  on('PATCH /api/users/:id', async (call) => {
    const { params, body, caller, language, isRepeated, services, ctx, transact } = call;
    if (params.id !== String(caller.user._id)) throw forbidden();
    const { currentPassword, ...changes } = body;
    const isKnown = await verifyPassword(services, ctx, caller.user, currentPassword);
    if (!isRepeated && isKnown !== false) await refuseOwnPassword(services, caller.user, changes);
    return transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: async () => ({
          address: await updateMember(services, caller, { changes, verifyPassword: isKnown, language }),
        }),
      },
      ({ address }) => {
        if (address === 'changed') {
          logSecurity(services, ctx, 'email_changed');
          logSecurity(services, ctx, 'sessions_ended');
        }
        if (address === 'asked') logSecurity(services, ctx, 'email_change_asked');
        return presentSelfOf(services, caller.user._id);
      },
    );
  });

  on('DELETE /api/account/pending-email', async ({ caller: { user }, services, ctx, transact }) =>
    transact(
      { lockKeys: [memberKey(user._id)], run: () => dropPendingEmail(services, user._id) },
      (isDropped) => {
        if (isDropped) logSecurity(services, ctx, 'email_change_cancelled');
        return presentSelfOf(services, user._id);
      },
    ),
  );
});
