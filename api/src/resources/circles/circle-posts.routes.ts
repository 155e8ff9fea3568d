import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { deleteCirclePost, listCirclePosts, presentCirclePost, writeCirclePost } from './circle-posts.ts';

export const circlePosts = defineResource((on) => {
  on('GET /api/circles/:id/notices', ({ ids: { id }, query, caller, services, ctx }) =>
    listCirclePosts(services, caller.user, id, query, ctx),
  );

  on('POST /api/circles/:id/notices', async ({ ids: { id }, body, caller, services, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id)],
        run: async () => ({ id: await writeCirclePost(services, caller.user, id, body.text) }),
      },
      ({ id: postId }) => presentCirclePost(services, caller.user, postId),
    ),
  );

  on('DELETE /api/circles/:id/notices/:nid', async ({ ids: { id, nid }, caller, services, transact }) =>
    transact({
      lockKeys: [memberKey(caller.user._id)],
      run: () => deleteCirclePost(services, caller.user, id, nid),
    }),
  );
});
