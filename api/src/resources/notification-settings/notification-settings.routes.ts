import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { notificationsOf } from './notification-settings.policy.ts';

export const notificationSettings = defineResource((on) => {
  on('GET /api/notification-settings', async ({ caller }) => notificationsOf(caller.user));

  on('PATCH /api/notification-settings', async ({ body, caller: { user }, services, transact }) => {
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [`notifications.${name}`, value]),
    );
    async function run() {
      const updated = await services.db.models.User.findOneAndUpdate(
        { _id: user._id },
        { $set: changes },
        { returnDocument: 'after' },
      ).lean();
      if (!updated) throw notFound();
      return { ...notificationsOf(updated) };
    }
    return transact({ lockKeys: [memberKey(user._id)], run }, (settings) => settings);
  });
});
