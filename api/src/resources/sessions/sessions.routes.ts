import { errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import { AppError } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { logSecurity } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import { keepIfWanted } from '../account-deletion/restore-account.ts';
import { keyOf, memberKey, type User } from '../members/user.model.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { readTrustedDevice } from './device-cookie.ts';
import { dropPendingEmail } from './drop-pending-email.ts';
import { endOtherSessions, endSessionById, listSessions } from './list-sessions.ts';
import { tryPassword } from './login-throttle.ts';
import { endSession, startSession } from './sessions.ts';

export const sessions = defineResource((on) => {
  on('POST /api/login', async ({ body, language, services, ctx }) => {
    const { db, passwords } = services;
    const key = body.username.includes('@') ? canonicalAddress(body.username) : keyOf(body.username);
    const user = await findMemberForSignIn(services, key);
    // Attempts by username and by address count for the same account.
    const account = user ? String(user._id) : key;
    const check = () => passwords.verify(user?.passwordHash ?? null, body.password);
    const device = await readTrustedDevice(services, ctx, account);
    const matches = await tryPassword(services, account, ctx.state.network, check, device);
    if (!user || !matches) {
      logSecurity(services, ctx, 'sign_in_failed', user?._id);
      throw new AppError(401, errorCodes.invalidCredentials);
    }

    // Hashes before the transaction: hashing is slow, and would hold it open.
    const isOutdated = user.passwordHash !== null && passwords.isOutdated(user.passwordHash);
    const newHash = isOutdated ? { passwordHash: await passwords.hash(body.password) } : {};
    await db.transaction(
      async () => {
        // `countedActs` makes a concurrent password change conflict with this write, so that it also ends this session.
        const { matchedCount } = await db.models.User.updateOne(
          { _id: user._id, passwordHash: user.passwordHash },
          { $set: { ...newHash, lastSeenAt: services.clock.now() }, $inc: { countedActs: 1 } },
        );
        const refused = new AppError(401, errorCodes.invalidCredentials);
        if (matchedCount === 0) throw refused;
        await keepIfWanted(services, user, { wanted: body.keepAccount, language, refused });
        await startSession(services, ctx, user._id);
      },
      { lockKeys: [memberKey(user._id)] },
    );
    if (user.eraseAt) logSecurity(services, ctx, 'account_kept', user._id);
    logSecurity(services, ctx, 'sign_in', user._id);
    return presentSelf(services, user);
  });

  on('POST /api/logout', async ({ services, ctx }) => {
    await endSession(services, ctx);
    if (ctx.state.caller) logSecurity(services, ctx, 'signed_out');
    return { success: true };
  });

  on('GET /api/sessions', async ({ caller, services }) => listSessions(services, caller));

  on('DELETE /api/sessions/:id', async ({ params, caller, services, ctx, transact }) =>
    transact(
      { lockKeys: [memberKey(caller.user._id)], run: () => endSessionById(services, caller, params.id) },
      () => logSecurity(services, ctx, 'sessions_ended'),
    ),
  );

  on('POST /api/sessions/revoke-others', async ({ caller, services, ctx, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        async run() {
          await endOtherSessions(services, caller);
          // One of the ended sessions may have requested the change.
          await dropPendingEmail(services, caller.user._id);
        },
      },
      () => logSecurity(services, ctx, 'sessions_ended'),
    ),
  );
});

/**
 * Finds the member of a username or an address. Ignores an unconfirmed address entered after sign-up: signing in with it would reveal
 * whether another account has that address (docs/decisions/0116).
 */
async function findMemberForSignIn({ db }: Services, key: string): Promise<User | null> {
  if (!key.includes('@')) return db.models.User.findOne({ usernameKey: key }).lean();
  const user = await db.models.User.findOne({ emailKey: key }).lean();
  return user?.emailVerified || !user?.hasTypedEmail ? user : null;
}
