import { toBamboo } from '@frens/contract/bamboo';
import { defineResource } from '../../resource.ts';
import { walletOf } from './ledger.ts';
import { listLedger } from './list-ledger.ts';

export const wallet = defineResource((on) => {
  on('GET /api/wallet', async ({ caller, services }) => {
    const account = await services.db.models.Account.findById(walletOf(caller.user._id)).lean();
    return { balance: toBamboo(account?.balance ?? 0), staked: toBamboo(account?.staked ?? 0) };
  });

  on('GET /api/wallet/ledger', async ({ query, caller, language, services, ctx }) =>
    listLedger(services, { memberId: caller.user._id, language }, query, ctx),
  );
});
