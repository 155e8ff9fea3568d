import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { move, poolOf, treasury, walletOf } from './ledger.ts';

/**
 * Returns the balance of an erased member's wallet to the treasury, and opens accounts under a random id, to which their postings are
 * moved later. Until all are moved, `verify` treats both names as one account. Runs in its own transaction; idempotent.
 */
export async function closeAccounts(
  services: Services,
  memberId: ObjectId,
  { as, pandaId }: { as: ObjectId; pandaId: ObjectId | null },
): Promise<void> {
  const { Account } = services.db.models;
  const wallet = walletOf(memberId);
  const renamed = [[wallet, walletOf(as)], ...(pandaId ? [[poolOf(pandaId), poolOf(as)]] : [])] as const;
  await services.db.transaction(
    async () => {
      const account = await Account.findById(wallet).lean();
      if (account && account.balance > 0) {
        await move(services, {
          kind: 'erase',
          memberId,
          from: wallet,
          to: treasury,
          amount: account.balance,
        });
      }
      for (const [formerly, _id] of renamed) {
        const isOpen = await Account.exists({ _id: formerly });
        if (isOpen)
          await Account.updateOne({ _id }, { $setOnInsert: { balance: 0, formerly } }, { upsert: true });
      }
    },
    { lockKeys: [wallet] },
  );
}
