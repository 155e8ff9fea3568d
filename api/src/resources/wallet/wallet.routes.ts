import { toBamboo } from '@frens/contract/bamboo';
import { defineResource } from '../../resource.ts';
import { balanceOf } from './ledger.ts';
import { stakedBy } from './staked.ts';

export const wallet = defineResource((on) => {
  on('GET /api/wallet', async ({ caller, services }) => ({
    balance: toBamboo(await balanceOf(services, caller.user._id)),
    staked: toBamboo(await stakedBy(services, caller.user._id)),
  }));
});
