import { defineResource } from '../../resource.ts';
import { countUnread, listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';

export const notifications = defineResource((on) => {
  on('GET /api/notifications', async ({ query, caller: { user }, services, ctx }) =>
    listNotifications(services, user, query, ctx),
  );

  on('GET /api/notifications/unread', async ({ caller: { user }, services }) => countUnread(services, user));

  on('POST /api/notifications/read', async ({ body, caller: { user }, services, transact }) =>
    transact({ lockKeys: [], run: () => readNotifications(services, user, body) }, () =>
      countUnread(services, user),
    ),
  );
});
