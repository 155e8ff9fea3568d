import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { pairOf } from './connection.model.ts';
import { listFriends, listPending } from './list-connections.ts';
import {
  acceptConnection,
  declineConnection,
  endConnection,
  friendshipLocks,
  presentOwnConnection,
} from './respond-to-request.ts';
import { sendConnectionRequest } from './send-request.ts';

export const connections = defineResource((on) => {
  on('POST /api/connections', async ({ body, caller, services, transact, setStatus }) => {
    const ask = { friendId: idFrom(body.friendId), note: body.note ?? '' };
    const pair = pairOf(caller.user._id, ask.friendId);
    return transact(
      {
        lockKeys: [`pair:${pair}`, memberKey(caller.user._id)],
        run: () => sendConnectionRequest(services, caller.user, ask),
      },
      ({ connectionId, created }) => {
        if (!created) setStatus(200);
        return presentOwnConnection(services, caller.user, connectionId);
      },
    );
  });

  on('GET /api/connections', async ({ query, caller, services, ctx }) =>
    listFriends(services, caller.user, query, ctx),
  );

  on('GET /api/connections/pending', async ({ query, caller, services, ctx }) =>
    listPending(services, caller.user, query, ctx),
  );

  on('POST /api/connections/:id/accept', async ({ ids: { id }, caller, services, transact }) =>
    transact(
      {
        lockKeys: () => friendshipLocks(services, caller.user, id),
        run: () => acceptConnection(services, caller.user, id),
      },
      () => presentOwnConnection(services, caller.user, id),
    ),
  );

  on('POST /api/connections/:id/decline', async ({ ids: { id }, caller, services, transact }) =>
    transact({ lockKeys: [], run: () => declineConnection(services, caller.user, id) }, () =>
      presentOwnConnection(services, caller.user, id),
    ),
  );

  on('DELETE /api/connections/:id', async ({ ids: { id }, caller, services, transact }) =>
    transact({
      lockKeys: () => friendshipLocks(services, caller.user, id),
      run: () => endConnection(services, caller.user, id),
    }),
  );
});
