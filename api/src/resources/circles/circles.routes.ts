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

  on('GET /api/circles/:id', ({ params, caller, language, services }) =>
    presentCirclePage(services, { viewer: caller?.user ?? null, language }, idFrom(params.id)),
  );

  on('POST /api/circles', async ({ body, caller, language, services, transact }) =>
    transact(
      { lockKeys: [memberKey(caller.user._id)], run: () => createCircle(services, caller.user, body) },
      ({ circleId }) => presentCircle(services, { viewer: caller.user, language }, circleId),
    ),
  );

  on('POST /api/circles/:id/join', async ({ params, body, caller, language, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      {
        lockKeys: [circleKey(circleId), memberKey(caller.user._id)],
        run: () => joinCircle(services, caller.user, circleId, body.inviteCode),
      },
      () => presentCircle(services, { viewer: caller.user, language }, circleId),
    );
  });

  on('PATCH /api/circles/:id', async ({ params, body, caller, language, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      { lockKeys: [circleKey(circleId)], run: () => editCircle(services, caller.user, circleId, body) },
      () => presentCircle(services, { viewer: caller.user, language }, circleId),
    );
  });

  on('DELETE /api/circles/:id', async ({ params, body, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact({
      lockKeys: [circleKey(circleId)],
      run: () => endCircle(services, caller.user, circleId, body.confirm),
    });
  });

  on('PATCH /api/circles/:id/membership', async ({ params, body, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: () => changeMembershipSettings(services, caller.user, circleId, body),
      },
      () => body,
    );
  });

  on('DELETE /api/circles/:id/membership', async ({ params, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact({
      lockKeys: [circleKey(circleId), memberKey(caller.user._id)],
      run: () => leaveOneCircle(services, caller.user, circleId),
    });
  });

  on('POST /api/circles/:id/owner', async ({ params, body, caller, language, services, transact }) => {
    const circleId = idFrom(params.id);
    const heirId = idFrom(body.userId);
    return transact(
      {
        lockKeys: [circleKey(circleId), memberKey(heirId)],
        run: () => transferOwnership(services, caller.user, circleId, heirId),
      },
      () => presentCircle(services, { viewer: caller.user, language }, circleId),
    );
  });

  on('POST /api/circles/:id/requests', async ({ params, body, caller, language, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: () => requestToJoin(services, caller.user, circleId, body.note),
      },
      () => presentCircle(services, { viewer: caller.user, language }, circleId),
    );
  });

  on('GET /api/circles/:id/requests', ({ params, query, caller, services, ctx }) =>
    listCircleRequests(services, caller.user, idFrom(params.id), query, ctx),
  );

  on(
    'POST /api/circles/:id/requests/:rid/accept',
    async ({ params, caller, language, services, transact }) => {
      const [circleId, requestId] = [idFrom(params.id), idFrom(params.rid)];
      return transact(
        {
          lockKeys: [circleKey(circleId)],
          run: () => acceptRequest(services, caller.user, circleId, requestId),
        },
        () => presentCircle(services, { viewer: caller.user, language }, circleId),
      );
    },
  );

  on('POST /api/circles/:id/requests/:rid/decline', async ({ params, caller, services, transact }) => {
    const [circleId, requestId] = [idFrom(params.id), idFrom(params.rid)];
    return transact({
      lockKeys: [circleKey(circleId)],
      run: () => declineRequest(services, caller.user, circleId, requestId),
    });
  });
});
