import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import { memberKey } from '../members/user.model.ts';
import { findExcluded } from '../visibility/find-excluded.ts';
import { circleKey, notEnded } from './circle.model.ts';
import { presentCircle, presentCirclePage, presentCircles, withGatePandas } from './circle.presenter.ts';
import { createCircle } from './create-circle.ts';
import { editCircle } from './edit-circle.ts';
import { endCircle } from './end-circle.ts';
import { findCirclesOfBlocked } from './find-circle.ts';
import { joinCircle } from './join-circle.ts';
import { leaveOneCircle } from './leave-one-circle.ts';
import { changeMembershipSettings } from './membership-settings.ts';
import { acceptRequest, declineRequest, listCircleRequests, requestToJoin } from './request-to-join.ts';
import { transferOwnership } from './transfer-ownership.ts';

export const circles = defineResource((on) => {
  on('GET /api/circles', async ({ query, caller, language, services, ctx }) => {
    const { Circle, CircleEntry } = services.db.models;
    const viewer = caller?.user ?? null;
    return listFound(
      ctx,
      {
        documents: Circle,
        entries: CircleEntry,
        filter: notEnded,
        joined: [withGatePandas],
        present: (found) => presentCircles(services, { viewer, language }, found),
        findExcluded: (found) => findExcluded(services, viewer, 'circle', found, findCirclesOfBlocked),
      },
      query,
    );
  });

  on('GET /api/circles/:id', ({ ids: { id }, caller, language, services }) =>
    presentCirclePage(services, { viewer: caller?.user ?? null, language }, id),
  );

  on('POST /api/circles', async ({ body, caller, language, services, transact }) =>
    transact(
      { lockKeys: [memberKey(caller.user._id)], run: () => createCircle(services, caller.user, body) },
      ({ circleId }) => presentCircle(services, { viewer: caller.user, language }, circleId),
    ),
  );

  on('POST /api/circles/:id/join', async ({ ids: { id }, body, caller, language, services, transact }) =>
    transact(
      {
        lockKeys: [circleKey(id), memberKey(caller.user._id)],
        run: () => joinCircle(services, caller.user, id, body.inviteCode),
      },
      () => presentCircle(services, { viewer: caller.user, language }, id),
    ),
  );

  on('PATCH /api/circles/:id', async ({ ids: { id }, body, caller, language, services, transact }) =>
    transact({ lockKeys: [circleKey(id)], run: () => editCircle(services, caller.user, id, body) }, () =>
      presentCircle(services, { viewer: caller.user, language }, id),
    ),
  );

  on('DELETE /api/circles/:id', async ({ ids: { id }, body, caller, services, transact }) =>
    transact({ lockKeys: [circleKey(id)], run: () => endCircle(services, caller.user, id, body.confirm) }),
  );

  on('PATCH /api/circles/:id/membership', async ({ ids: { id }, body, caller, services, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: () => changeMembershipSettings(services, caller.user, id, body),
      },
      () => body,
    ),
  );

  on('DELETE /api/circles/:id/membership', async ({ ids: { id }, caller, services, transact }) =>
    transact({
      lockKeys: [circleKey(id), memberKey(caller.user._id)],
      run: () => leaveOneCircle(services, caller.user, id),
    }),
  );

  on('POST /api/circles/:id/owner', async ({ ids: { id }, body, caller, language, services, transact }) => {
    const heirId = idFrom(body.userId);
    return transact(
      {
        lockKeys: [circleKey(id), memberKey(heirId)],
        run: () => transferOwnership(services, caller.user, id, heirId),
      },
      () => presentCircle(services, { viewer: caller.user, language }, id),
    );
  });

  on('POST /api/circles/:id/requests', async ({ ids: { id }, body, caller, language, services, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: () => requestToJoin(services, caller.user, id, body.note),
      },
      () => presentCircle(services, { viewer: caller.user, language }, id),
    ),
  );

  on('GET /api/circles/:id/requests', ({ ids: { id }, query, caller, services, ctx }) =>
    listCircleRequests(services, caller.user, id, query, ctx),
  );

  on(
    'POST /api/circles/:id/requests/:rid/accept',
    async ({ ids: { id, rid }, caller, language, services, transact }) =>
      transact({ lockKeys: [circleKey(id)], run: () => acceptRequest(services, caller.user, id, rid) }, () =>
        presentCircle(services, { viewer: caller.user, language }, id),
      ),
  );

  on(
    'POST /api/circles/:id/requests/:rid/decline',
    async ({ ids: { id, rid }, caller, services, transact }) =>
      transact({ lockKeys: [circleKey(id)], run: () => declineRequest(services, caller.user, id, rid) }),
  );
});
