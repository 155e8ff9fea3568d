import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import { notHidden } from '../pandas/panda.model.ts';
import { presentPandas } from '../pandas/panda.presenter.ts';
import { presentStakes } from './stake.presenter.ts';
import { stakeBamboo, stakeLocks } from './stake-bamboo.ts';

export const stakes = defineResource((on) => {
  on('POST /api/stake-bamboo', async ({ body, caller, language, services, idempotencyKey, transact }) => {
    const viewer = caller.user;
    const wish = { pandaId: idFrom(body.pandaId), amount: toHundredths(body.amount), idempotencyKey };
    return transact(
      { lockKeys: stakeLocks(viewer, wish), run: () => stakeBamboo(services, viewer, wish) },
      async (done) => {
        const panda = await services.db.models.Panda.findOne({ _id: wish.pandaId, ...notHidden }).lean();
        const [[stake], [shown]] = await Promise.all([
          presentStakes(services, viewer, [done.stake]),
          presentPandas(services, { viewer, language }, panda ? [panda] : []),
        ]);
        if (!stake || !shown) throw notFound();
        return { stake, panda: shown, balance: toBamboo(done.balance) };
      },
    );
  });

  on('GET /api/pandas/:id/stakes', async ({ params, caller, services }) => {
    const pandaId = idFrom(params.id);
    if (!(await services.db.models.Panda.exists({ _id: pandaId, ...notHidden }))) throw notFound();
    const open = await services.db.models.Stake.find({ pandaId })
      .sort(newestFirst)
      .limit(serverLimits.stakesListed)
      .lean();
    return presentStakes(services, caller.user, open);
  });
});
