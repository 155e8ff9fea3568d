import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { circleKey } from './circle.model.ts';
import { listCircleMembers } from './list-circle-members.ts';
import { ban, liftBan, listBans, removeMember, setRole } from './manage-members.ts';

export const circleMembers = defineResource((on) => {
  on('GET /api/circles/:id/members', ({ params, query, caller, services, ctx }) =>
    listCircleMembers(services, caller.user, idFrom(params.id), query, ctx),
  );

  on('PATCH /api/circles/:id/members/:uid', async ({ params, body, caller, services, transact }) => {
    const [circleId, userId] = [idFrom(params.id), idFrom(params.uid)];
    return transact({
      lockKeys: [circleKey(circleId), memberKey(userId)],
      run: () => setRole(services, caller.user, circleId, userId, body.role),
    });
  });

  on('DELETE /api/circles/:id/members/:uid', async ({ params, caller, services, transact }) => {
    const [circleId, userId] = [idFrom(params.id), idFrom(params.uid)];
    return transact({
      lockKeys: [circleKey(circleId), memberKey(userId)],
      run: () => removeMember(services, caller.user, circleId, userId),
    });
  });

  on('GET /api/circles/:id/bans', ({ params, query, caller, services, ctx }) =>
    listBans(services, caller.user, idFrom(params.id), query, ctx),
  );

  on('POST /api/circles/:id/bans', async ({ params, body, caller, services, transact }) => {
    const [circleId, userId] = [idFrom(params.id), idFrom(body.userId)];
    return transact({
      lockKeys: [circleKey(circleId), memberKey(userId)],
      run: () => ban(services, caller.user, circleId, userId),
    });
  });

  on('DELETE /api/circles/:id/bans/:uid', async ({ params, caller, services, transact }) => {
    const [circleId, userId] = [idFrom(params.id), idFrom(params.uid)];
    return transact({
      lockKeys: [circleKey(circleId), memberKey(userId)],
      run: () => liftBan(services, caller.user, circleId, userId),
    });
  });
});
