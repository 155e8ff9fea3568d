import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { move, poolOf, treasury, walletOf } from './ledger.ts';

/**
 * Returns what the wallet of a member who is going holds to the treasury, and opens the accounts under a random id to which their
 * postings pass: until the last of them has, both names count as one (`verify` knows). In a transaction of its own; may be done again.
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
      const held = await Account.findById(wallet).lean();
      if (held && held.balance > 0) {
        await move(services, {
          kind: 'erase',
          memberId,
          from: wallet,
          to: treasury,
          amount: held.balance,
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
