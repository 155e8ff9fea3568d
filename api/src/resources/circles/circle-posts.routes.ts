import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { deleteCirclePost, listCirclePosts, presentCirclePost, writeCirclePost } from './circle-posts.ts';

export const circlePosts = defineResource((on) => {
  on('GET /api/circles/:id/notices', ({ params, query, caller, services, ctx }) =>
    listCirclePosts(services, caller.user, idFrom(params.id), query, ctx),
  );

  on('POST /api/circles/:id/notices', async ({ params, body, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: async () => ({ id: await writeCirclePost(services, caller.user, circleId, body.text) }),
      },
      ({ id }) => presentCirclePost(services, caller.user, id),
    );
  });

  on('DELETE /api/circles/:id/notices/:nid', async ({ params, caller, services, transact }) => {
    const [circleId, postId] = [idFrom(params.id), idFrom(params.nid)];
    return transact({
      lockKeys: [memberKey(caller.user._id)],
      run: () => deleteCirclePost(services, caller.user, circleId, postId),
    });
  });
});
