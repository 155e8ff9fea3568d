import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { circleKey } from './circle.model.ts';
import { listCircleMembers } from './list-circle-members.ts';
import { ban, liftBan, listBans, removeMember, setRole } from './manage-members.ts';

export const circleMembers = defineResource((on) => {
  on('GET /api/circles/:id/members', ({ ids: { id }, query, caller, services, ctx }) =>
    listCircleMembers(services, caller.user, id, query, ctx),
  );

  on('PATCH /api/circles/:id/members/:uid', async ({ ids: { id, uid }, body, caller, services, transact }) =>
    transact({
      lockKeys: [circleKey(id), memberKey(uid)],
      run: () => setRole(services, caller.user, id, uid, body.role),
    }),
  );

  on('DELETE /api/circles/:id/members/:uid', async ({ ids: { id, uid }, caller, services, transact }) =>
    transact({
      lockKeys: [circleKey(id), memberKey(uid)],
      run: () => removeMember(services, caller.user, id, uid),
    }),
  );

  on('GET /api/circles/:id/bans', ({ ids: { id }, query, caller, services, ctx }) =>
    listBans(services, caller.user, id, query, ctx),
  );

  on('POST /api/circles/:id/bans', async ({ ids: { id }, body, caller, services, transact }) => {
    const userId = idFrom(body.userId);
    return transact({
      lockKeys: [circleKey(id), memberKey(userId)],
      run: () => ban(services, caller.user, id, userId),
    });
  });

  on('DELETE /api/circles/:id/bans/:uid', async ({ ids: { id, uid }, caller, services, transact }) =>
    transact({
      lockKeys: [circleKey(id), memberKey(uid)],
      run: () => liftBan(services, caller.user, id, uid),
    }),
  );
});
