import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { acceptConnection, declineConnection, endConnection } from './answer-connection.ts';
import { askConnection } from './ask-connection.ts';
import { presentConnection } from './connections.ts';
import { listFriends, listPending } from './list-connections.ts';

export const connections = defineResource((on) => {
  on('POST /api/connections', async ({ body, caller, services, transact, setStatus }) => {
    const ask = { friendId: idFrom(body.friendId), note: body.note ?? '' };
    return transact(async (session) => {
      const { tie, created } = await askConnection(services, caller.user, ask, session);
      if (!created) setStatus(200);
      return presentConnection(tie, caller.user._id, services.clock.now());
    });
  });

  on('GET /api/connections', async ({ query, caller, services, ctx }) =>
    listFriends(services, caller.user, query, ctx),
  );

  on('GET /api/connections/pending', async ({ query, caller, services, ctx }) =>
    listPending(services, caller.user, query, ctx),
  );

  on('POST /api/connections/:id/accept', async ({ params, caller, services, transact }) =>
    transact(async (session) => {
      const tie = await acceptConnection(services, caller.user, idFrom(params.id), session);
      return presentConnection(tie, caller.user._id, services.clock.now());
    }),
  );

  on('POST /api/connections/:id/decline', async ({ params, caller, services, transact }) =>
    transact(async (session) => {
      const tie = await declineConnection(services, caller.user, idFrom(params.id), session);
      return presentConnection(tie, caller.user._id, services.clock.now());
    }),
  );

  on('DELETE /api/connections/:id', async ({ params, caller, services, transact }) =>
    transact((session) => endConnection(services, caller.user, idFrom(params.id), session)),
  );
});
