import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { keyOf } from '../members/user.model.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { countLoginFailure, forgetLoginFailures, refuseHastyLogin } from './login-throttle.ts';
import { networkOf } from './network.ts';
import { endSession, handOver, startSession } from './sessions.ts';

export const sessions = defineResource((on) => {
  on('POST /api/login', async ({ body, services, ctx }) => {
    const { db, passwords, config } = services;
    const network = networkOf(ctx, config.trustedProxyHops) ?? 'this machine';
    await refuseHastyLogin(services, body.username, network);

    const key = keyOf(body.username);
    const user = await db.models.User.findOne(
      key.includes('@') ? { emailKey: key } : { usernameKey: key },
    ).lean();
    const matches = await passwords.verify(user?.passwordHash ?? null, body.password);
    if (!user || !matches) {
      await countLoginFailure(services, body.username, network);
      throw new AppError(401, errorCodes.invalidCredentials);
    }

    await forgetLoginFailures(services, body.username, network);
    if (user.passwordHash !== null && passwords.isOutdated(user.passwordHash)) {
      await db.models.User.updateOne(
        { _id: user._id },
        { passwordHash: await passwords.hash(body.password) },
      );
    }
    handOver(services, ctx, await startSession(services, ctx, user._id));
    await db.models.User.updateOne({ _id: user._id }, { lastSeenAt: services.clock.now() });
    return presentSelf(services, user);
  });

  on('POST /api/logout', async ({ services, ctx }) => {
    await endSession(services, ctx);
    return { success: true };
  });
});
