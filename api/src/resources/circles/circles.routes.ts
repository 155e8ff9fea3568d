import { idFrom, type ObjectId } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import { memberKey } from '../members/user.model.ts';
import { reportedAmong } from '../visibility/reported.ts';
import { circleKey } from './circle.model.ts';
import { presentCircle, presentCirclePage, presentCircles } from './circle.presenter.ts';
import { createCircle } from './create-circle.ts';
import { joinCircle } from './join-circle.ts';
import { listCircleMembers } from './list-circle-members.ts';

export const circles = defineResource((on) => {
  on('GET /api/circles', async ({ query, caller, services, ctx }) => {
    const { Circle, CircleEntry } = services.db.models;
    const viewer = caller?.user ?? null;
    const leftOut = (ids: ObjectId[]) => reportedAmong(services, viewer, 'circle', ids);
    const page = await listFound(ctx, { documents: Circle, entries: CircleEntry, leftOut }, query);
    return presentCircles(services, viewer, page);
  });

  on('GET /api/circles/:id', ({ params, caller, services }) =>
    presentCirclePage(services, caller?.user ?? null, idFrom(params.id)),
  );

  on('GET /api/circles/:id/members', ({ params, query, caller, services, ctx }) =>
    listCircleMembers(services, caller.user, idFrom(params.id), query, ctx),
  );

  on('POST /api/circles', async ({ body, caller, services, transact }) =>
    transact(
      { lockKeys: [memberKey(caller.user._id)], run: () => createCircle(services, caller.user, body) },
      ({ circleId }) => presentCircle(services, caller.user, circleId),
    ),
  );

  on('POST /api/circles/:id/join', async ({ params, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      {
        lockKeys: [circleKey(circleId), memberKey(caller.user._id)],
        run: () => joinCircle(services, caller.user, circleId),
      },
      () => presentCircle(services, caller.user, circleId),
    );
  });
});
