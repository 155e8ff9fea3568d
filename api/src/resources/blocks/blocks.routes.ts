import { pageOfAll, positionFilter, readNewest } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import { blockLocks, blockMember, unblockMember } from './block-member.ts';

export const blocks = defineResource((on) => {
  on('POST /api/users/:id/block', async ({ ids: { id }, caller: { user }, services, transact }) =>
    transact({
      lockKeys: () => blockLocks(services, user._id, id),
      run: () => blockMember(services, user, id),
    }),
  );

  on('DELETE /api/users/:id/block', async ({ ids: { id }, caller: { user }, services, transact }) =>
    transact({
      lockKeys: () => blockLocks(services, user._id, id),
      run: () => unblockMember(services, user, id),
    }),
  );

  on('GET /api/blocks', async ({ query, caller: { user }, services, ctx }) => {
    const { Block } = services.db.models;
    const page = await pageOfAll(ctx, query, (after, limit) =>
      readNewest(Block, { blockerId: user._id, ...positionFilter(after) }, limit),
    );
    return page.map(({ blockedId, username, name, createdAt }) => ({
      userId: String(blockedId),
      username,
      name,
      createdAt: createdAt.toISOString(),
    }));
  });
});
