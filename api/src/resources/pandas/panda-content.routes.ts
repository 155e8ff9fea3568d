import { notFound } from '../../errors.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import { type Call, defineResource } from '../../resource.ts';
import { cheer, removeCheer } from './cheer-content.ts';
import { findShownContent, loadPanda } from './find-content.ts';
import { presentContents } from './present-content.ts';
import { contentLock, removeOwnContent } from './remove-content.ts';
import { mayReview, writeContent, writingLocks } from './write-content.ts';

type CheerCall = Call<'PUT /api/pandas/:id/content/:cid/cheer' | 'DELETE /api/pandas/:id/content/:cid/cheer'>;

/** Posts and reviews on Pandas, and their cheers (D43). */
export const pandaContent = defineResource((on) => {
  on('GET /api/pandas/:id/content', async ({ ids: { id }, query, caller, language, services, ctx }) => {
    const panda = await loadPanda(services, id, caller.user);
    const listed = { pandaId: panda._id, ...(query.type ? { type: query.type } : {}) };
    return readPage(ctx, query, {
      read: (after, limit) =>
        readNewest(services.db.models.Content, { ...listed, ...positionFilter(after) }, limit),
      present: (contents) => presentContents(services, { viewer: caller.user, language }, panda, contents),
    });
  });

  on('GET /api/pandas/:id/own-review', async ({ ids: { id }, caller, language, services }) => {
    const viewer = caller.user;
    const panda = await loadPanda(services, id, viewer);
    const own = { pandaId: panda._id, authorId: viewer._id, type: 'review' } as const;
    const [canReview, review] = await Promise.all([
      mayReview(services, viewer, panda),
      services.db.models.Content.findOne(own).lean(),
    ]);
    const [presented = null] = await presentContents(
      services,
      { viewer, language },
      panda,
      review ? [review] : [],
    );
    // A review that moderators removed cannot be replaced.
    return { canReview: canReview && !review?.removedAt, review: presented };
  });

  on('POST /api/pandas/:id/content', async ({ ids: { id }, body, caller, language, services, transact }) => {
    const viewer = caller.user;
    return transact(
      {
        lockKeys: writingLocks(viewer),
        run: async () => ({ id: await writeContent(services, viewer, id, body) }),
      },
      ({ id: contentId }) => presentOne({ services, caller, language }, { pandaId: id, contentId }),
    );
  });

  on('DELETE /api/pandas/:id/content/:cid', async ({ ids: { id, cid }, caller, services, transact }) =>
    transact({
      lockKeys: [contentLock(cid)],
      run: () => removeOwnContent(services, caller.user._id, id, cid),
    }),
  );

  on('PUT /api/pandas/:id/content/:cid/cheer', (call) => changeCheer(call, cheer));
  on('DELETE /api/pandas/:id/content/:cid/cheer', (call) => changeCheer(call, removeCheer));
});

function changeCheer(call: CheerCall, change: typeof cheer) {
  const { ids, caller, services, transact } = call;
  const target = { pandaId: ids.id, contentId: ids.cid };
  return transact(
    { lockKeys: [contentLock(ids.cid)], run: () => change(services, caller.user, target) },
    () => presentOne(call, target),
  );
}

/** Presents one entry to the caller; 404 when it was deleted meanwhile. */
async function presentOne(
  { services, caller, language }: Pick<CheerCall, 'services' | 'caller' | 'language'>,
  place: Parameters<typeof findShownContent>[2],
) {
  const viewer = caller.user;
  const { panda, content } = await findShownContent(services, viewer, place);
  const [presented] = await presentContents(services, { viewer, language }, panda, [content]);
  if (!presented) throw notFound();
  return presented;
}
