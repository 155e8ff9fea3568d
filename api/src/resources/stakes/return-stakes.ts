import { countedStake } from '@frens/contract/quotient';
import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { changeTotals, type TotalsChange } from '../quotient/change-totals.ts';
import type { Posting } from '../wallet/ledger.model.ts';
import { poolOf, walletOf } from '../wallet/ledger.ts';
import type { BackingDoc } from './backing.model.ts';
import type { StakeDoc } from './stake.model.ts';

/** So many stakes go back in one transaction. */
const batchSize = 100;

/**
 * Gives stakes back to those who put them, because the staker or the Panda is going (D46): at most a hundred, in a transaction of
 * its own. Returns whether there were any, so that the caller asks again until there are none.
 */
export async function returnStakes(
  services: Services,
  whose: { stakerId: ObjectId } | { pandaId: ObjectId },
): Promise<boolean> {
  const { Stake } = services.db.models;
  const batch = await Stake.find(whose).limit(batchSize).lean();
  if (batch.length === 0) return false;
  const lockKeys = [
    ...new Set(batch.flatMap(({ pandaId, stakerId }) => [poolOf(pandaId), walletOf(stakerId)])),
  ];
  await services.db.transaction(
    async () => {
      // As they are now: another process may have been first.
      const stakes = await Stake.find({ _id: { $in: batch.map(({ _id }) => _id) } }).lean();
      if (stakes.length > 0) await giveBack(services, stakes);
    },
    { lockKeys },
  );
  return true;
}

async function giveBack(services: Services, stakes: readonly StakeDoc[]): Promise<void> {
  const { Stake } = services.db.models;
  await moveBack(services, stakes);
  await Stake.deleteMany({ _id: { $in: stakes.map(({ _id }) => _id) } });
  for (const [pandaId, ofPanda] of groupBy(stakes, ({ pandaId: id }) => String(id))) {
    const change = await shrinkBackings(services, ofPanda);
    const panda = await services.db.models.Panda.findById(pandaId).lean();
    if (panda) await changeTotals(services, panda, change);
  }
}

/** Pools to wallets, one posting for each stake: written all at once, each with the balances that it left (D35). */
async function moveBack({ db, clock }: Services, stakes: readonly StakeDoc[]): Promise<void> {
  const { Account, Posting: Postings } = db.models;
  const names = stakes.flatMap(({ pandaId, stakerId }) => [poolOf(pandaId), walletOf(stakerId)]);
  const accounts = await Account.find({ _id: { $in: names } }).lean();
  const balances = new Map(accounts.map(({ _id, balance }) => [_id, balance]));
  const moved = new Map<string, { balance: number; staked: number }>();
  const leg = (account: string, amount: number, staked: number) => {
    const balanceAfter = (balances.get(account) ?? 0) + amount;
    balances.set(account, balanceAfter);
    const sum = moved.get(account) ?? { balance: 0, staked: 0 };
    moved.set(account, { balance: sum.balance + amount, staked: sum.staked + staked });
    return { account, amount, balanceAfter };
  };
  const postings = stakes.map(
    ({ _id, pandaId, stakerId, amount }): Posting => ({
      _id: newId(),
      kind: 'return',
      memberId: stakerId,
      legs: [leg(poolOf(pandaId), -amount, 0), leg(walletOf(stakerId), amount, -amount)],
      stakeId: _id,
      createdAt: clock.now(),
    }),
  );
  for (const name of moved.keys())
    if ((balances.get(name) ?? 0) < 0) throw new Error(`${name} holds less than its stakes.`);
  await Account.bulkWrite(
    [...moved].map(([_id, { balance, staked }]) => ({
      updateOne: { filter: { _id }, update: { $inc: { balance, ...(staked === 0 ? {} : { staked }) } } },
    })),
  );
  await Postings.insertMany(postings);
}

/** Takes stakes in one Panda from what their stakers have in it, and says by how much that moves the Panda's totals. */
async function shrinkBackings({ db }: Services, stakes: readonly StakeDoc[]): Promise<TotalsChange> {
  const { Backing } = db.models;
  const [first] = stakes;
  const gone = new Map(
    groupBy(stakes, ({ stakerId }) => String(stakerId)).map(([id, own]) => [id, sumOf(own)]),
  );
  const backerId = { $in: stakes.map(({ stakerId }) => stakerId) };
  const backings = await Backing.find({ pandaId: first?.pandaId, backerId }).lean();
  const changes = backings.map((was) => {
    const amount = was.amount - (gone.get(String(was.backerId)) ?? 0);
    return { was, is: amount > 0 ? { ...was, amount } : null };
  });
  await Backing.bulkWrite(
    changes.map(({ was: { _id }, is }) =>
      is
        ? { updateOne: { filter: { _id }, update: { $set: { amount: is.amount } } } }
        : { deleteOne: { filter: { _id } } },
    ),
  );
  const ended = changes.filter(({ is }) => !is);
  const counts = (one: BackingDoc | null) => (one?.standing === 'confirmed' ? countedStake(one.amount) : 0);
  return {
    totalStaked: -sumOf(stakes),
    uniqueBackers: -ended.length,
    counted: {
      staked: changes.reduce((sum, { was, is }) => sum + counts(is) - counts(was), 0),
      backers: -ended.filter(({ was }) => was.standing === 'confirmed').length,
    },
  };
}

const sumOf = (stakes: readonly StakeDoc[]) => stakes.reduce((sum, { amount }) => sum + amount, 0);

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Array<[string, Item[]]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
