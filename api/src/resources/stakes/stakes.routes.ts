import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import { pageOfAll, positionFilter, readNewest } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import { loadPanda, shownPandas } from '../pandas/find-content.ts';
import { presentPandas } from '../pandas/panda.presenter.ts';
import { balanceOf, walletOf } from '../wallet/ledger.ts';
import { presentOwnStakes, presentStakes } from './stake.presenter.ts';
import { stakeBamboo, stakeLockKeys } from './stake-bamboo.ts';
import { unstake, unstakeLockKeys } from './unstake.ts';

export const stakes = defineResource((on) => {
  on('POST /api/stake-bamboo', async ({ body, caller, language, services, idempotencyKey, transact }) => {
    const viewer = caller.user;
    const request = { pandaId: idFrom(body.pandaId), amount: toHundredths(body.amount), idempotencyKey };
    return transact(
      { lockKeys: stakeLockKeys(viewer, request), run: () => stakeBamboo(services, viewer, request) },
      async (done) => {
        const pandas = await shownPandas(services, viewer._id, [request.pandaId]);
        // A retry may follow a withdrawal: it shows what remains, or the original stake when nothing is.
        const remaining = await services.db.models.Stake.findById(done.stake._id).lean();
        const [[stake], [shown], balance] = await Promise.all([
          presentStakes(services, viewer, [remaining ?? done.stake]),
          presentPandas(services, { viewer, language }, pandas),
          balanceOf(services, viewer._id),
        ]);
        if (!stake || !shown) throw notFound();
        return { stake, panda: shown, balance: toBamboo(balance) };
      },
    );
  });

  on('GET /api/stakes', async ({ query, caller, language, services, ctx }) => {
    const { Stake } = services.db.models;
    const page = await pageOfAll(ctx, query, (after, limit) =>
      readNewest(Stake, { stakerId: caller.user._id, ...positionFilter(after) }, limit),
    );
    return presentOwnStakes(services, { viewer: caller.user, language }, page);
  });

  on(
    'POST /api/stakes/:id/unstake',
    async ({ ids: { id }, body, caller, language, services, idempotencyKey, transact }) => {
      const viewer = caller.user;
      const amount = body.amount === undefined ? undefined : toHundredths(body.amount);
      const request = { memberId: viewer._id, stakeId: id, amount, confirm: body.confirm, idempotencyKey };
      return transact(
        { lockKeys: () => unstakeLockKeys(services, request), run: () => unstake(services, request) },
        async ({ pandaId }) => {
          const { Account, Stake } = services.db.models;
          const remaining = await Stake.findOne({ _id: id, stakerId: viewer._id }).lean();
          const pandas = await shownPandas(services, viewer._id, [pandaId]);
          const [stake = null] = await presentOwnStakes(
            services,
            { viewer, language },
            remaining ? [remaining] : [],
          );
          const [shown = null] = await presentPandas(services, { viewer, language }, pandas);
          const wallet = await Account.findById(walletOf(viewer._id)).lean();
          const [balance, staked] = [toBamboo(wallet?.balance ?? 0), toBamboo(wallet?.staked ?? 0)];
          return { stake, balance, staked, panda: shown };
        },
      );
    },
  );

  on('GET /api/pandas/:id/stakes', async ({ ids: { id }, caller, services }) => {
    const { _id: pandaId } = await loadPanda(services, id, caller.user);
    const open = await readNewest(services.db.models.Stake, { pandaId }, serverLimits.stakesListed);
    return presentStakes(services, caller.user, open);
  });
});
