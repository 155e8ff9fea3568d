import { invalidField } from '../../errors.ts';
import { isCommonPassword } from '../../passwords/common-passwords.ts';
import { defineResource } from '../../resource.ts';
import { logSecurity } from '../../security-log.ts';
import { assertCanSendLinks } from '../address-links/send-link.ts';
import { sendConfirmation } from '../members/send-confirmation.ts';
import { memberKey } from '../members/user.model.ts';
import { isFreshSignIn } from '../sessions/fresh-sign-in.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { verifyPassword } from '../sessions/verify-password.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { exportMember } from './export-member.ts';

export const account = defineResource((on) => {
  on('POST /api/account/password', async (call) => {
    const { body, caller, language, services, ctx, isRepeated, transact } = call;
    const { currentPassword, newPassword } = body;
    const { user, session } = caller;
    const { username, name, email } = user;
    const owner = { username, name, email, site: services.config.brand.site };
    if (await isCommonPassword(newPassword, owner))
      throw invalidField('newPassword', 'validation.password.common');
    // A retry (D52) skips the check: the first request has already replaced the current password.
    if (user.passwordHash !== null && !isRepeated) {
      const isPasswordCorrect = await verifyPassword(services, ctx, user, currentPassword);
      if (isPasswordCorrect === null && !isFreshSignIn(services.clock, session))
        throw invalidField('currentPassword', 'validation.password.currentNeeded');
      if (isPasswordCorrect === false) throw invalidField('currentPassword', 'validation.currentPassword');
    }
    const passwordHash = isRepeated ? '' : await services.passwords.hash(newPassword);
    await transact(changePassword(services, caller, { passwordHash, language }));
    logSecurity(services, ctx, 'password_changed');
    logSecurity(services, ctx, 'sessions_ended');
  });

  on('POST /api/account/confirmation', async ({ caller: { user }, language, services, transact }) =>
    transact({
      lockKeys: [memberKey(user._id)],
      async run() {
        // Nothing to confirm. Succeeds all the same: members know the state of their own address.
        if (user.emailVerified || user.email === '') return;
        assertCanSendLinks(services);
        await sendConfirmation(services, user, language);
      },
    }),
  );

  on('GET /api/account/export', async ({ caller, language, services, ctx }) => {
    const file = await exportMember(services, caller.user, language);
    ctx.set('Content-Disposition', 'attachment; filename="frens-export.json"');
    logSecurity(services, ctx, 'exported');
    return file;
  });

  on('DELETE /api/account', async ({ body, caller, language, services, ctx, transact }) => {
    const { confirm, password } = body;
    const isPasswordCorrect = await verifyPassword(services, ctx, caller.user, password);
    const deletion = { confirm, isPasswordCorrect, language };
    return transact(deleteAccount(services, caller, deletion), (undoUntil) => {
      sessionCookie(services.config).clear(ctx);
      logSecurity(services, ctx, 'account_ended');
      logSecurity(services, ctx, 'sessions_ended');
      return { undoUntil: undoUntil.toISOString() };
    });
  });
});
