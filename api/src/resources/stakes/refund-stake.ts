import { countedStake } from '@frens/contract/quotient';
import { newId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { changeTotals, type TotalsChange } from '../quotient/change-totals.ts';
import type { Posting } from '../wallet/ledger.model.ts';
import { poolOf, walletOf } from '../wallet/ledger.ts';
import type { BackingDoc } from './backing.model.ts';
import type { StakeDoc } from './stake.model.ts';

type Cause = Pick<Posting, 'kind' | 'idempotencyKey'>;

/**
 * Refunds stakes from the pools to the wallets, and updates the ledger, the backings and the Pandas' totals. The caller's transaction
 * must also change the stakes themselves.
 *
 * @param stakes each with the amount to refund, in hundredths: the whole stake or a part
 */
export async function refundStake(
  services: Services,
  stakes: readonly StakeDoc[],
  cause: Cause,
): Promise<void> {
  await postRefunds(services, stakes, cause);
  for (const [, ofPanda] of groupBy(stakes, ({ pandaId }) => String(pandaId))) {
    const change = await reduceBackings(services, ofPanda);
    const panda = await services.db.models.Panda.findById(ofPanda[0]?.pandaId).lean();
    if (panda) await changeTotals(services, panda, change);
  }
}

/** Posts one movement from pool to wallet per stake, each with the balances after it, in bulk writes (D35). */
async function postRefunds(
  { db, clock }: Services,
  stakes: readonly StakeDoc[],
  cause: Cause,
): Promise<void> {
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
      ...cause,
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

/** Subtracts stakes on one Panda from their stakers' backings, and returns the increments of the Panda's totals. */
async function reduceBackings({ db }: Services, stakes: readonly StakeDoc[]): Promise<TotalsChange> {
  const { Backing } = db.models;
  const [first] = stakes;
  const refunds = new Map(
    groupBy(stakes, ({ stakerId }) => String(stakerId)).map(([id, own]) => [id, sumOf(own)]),
  );
  const backerId = { $in: stakes.map(({ stakerId }) => stakerId) };
  const backings = await Backing.find({ pandaId: first?.pandaId, backerId }).lean();
  const changes = backings.map((was) => {
    const amount = was.amount - (refunds.get(String(was.backerId)) ?? 0);
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
