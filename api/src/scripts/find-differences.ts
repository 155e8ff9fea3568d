import { toBamboo } from '@frens/contract/bamboo';
import { recountPanda } from '../resources/quotient/recount-panda.ts';
import { poolOf, treasury } from '../resources/wallet/ledger.ts';
import type { Services } from '../services.ts';
import { checkMembers } from './check-members.ts';

/**
 * Recomputes the ledger and every stored total (D35) from one snapshot, and names whatever differs; an empty list is a
 * sound database.
 */
export async function findDifferences(services: Services): Promise<string[]> {
  return services.db.transaction(async () => [
    ...(await checkLedger(services)),
    ...(await checkPandas(services)),
    ...(await checkMembers(services)),
    ...(await checkCircles(services)),
  ]);
}

async function checkLedger({ db }: Services): Promise<string[]> {
  const differences: string[] = [];
  const sums = new Map<string, number>();
  for await (const posting of db.models.Posting.find({}).lean()) {
    const sum = posting.legs.reduce((total, leg) => total + leg.amount, 0);
    if (sum !== 0)
      differences.push(`posting ${String(posting._id)}: its legs sum to ${toBamboo(sum)}, not to nothing`);
    for (const { account, amount } of posting.legs) sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  sums.delete(treasury);
  for await (const { _id, balance } of db.models.Account.find({}).lean()) {
    const posted = sums.get(_id) ?? 0;
    sums.delete(_id);
    if (posted !== balance) {
      differences.push(`account ${_id}: holds ${toBamboo(balance)}, its postings sum to ${toBamboo(posted)}`);
    }
    if (balance < 0) differences.push(`account ${_id}: holds less than nothing, ${toBamboo(balance)}`);
  }
  for (const [account, posted] of sums) {
    differences.push(`account ${account}: does not exist, its postings sum to ${toBamboo(posted)}`);
  }
  return differences;
}

const countedNames = [
  'totalStaked',
  'uniqueBackers',
  'staked',
  'backers',
  'connections',
  'matches',
  'quotient',
] as const;

async function checkPandas(services: Services): Promise<string[]> {
  const { Account, Backing, Panda } = services.db.models;
  const differences: string[] = [];
  for await (const panda of Panda.find({}).lean()) {
    const { totals, backings } = await recountPanda(services, panda);
    const stored = { ...panda, ...panda.counted };
    const computed = { ...totals, ...totals.counted };
    for (const name of countedNames) {
      if (stored[name] !== computed[name]) {
        differences.push(
          `panda ${String(panda._id)}: ${name} is ${stored[name]}, computed ${computed[name]}`,
        );
      }
    }
    const known = await Backing.find({ pandaId: panda._id }).lean();
    const written = ({ backerId, amount, standing }: (typeof backings)[number]) =>
      `${String(backerId)} ${toBamboo(amount)} ${standing}`;
    const [was, is] = [new Set(known.map(written)), new Set(backings.map(written))];
    for (const line of was)
      if (!is.has(line)) differences.push(`backing of ${String(panda._id)}: ${line} is stored only`);
    for (const line of is)
      if (!was.has(line)) differences.push(`backing of ${String(panda._id)}: ${line} is not stored`);
    const pool = await Account.findById(poolOf(panda._id)).lean();
    if ((pool?.balance ?? 0) !== totals.totalStaked) {
      const held = toBamboo(pool?.balance ?? 0);
      differences.push(
        `panda ${String(panda._id)}: its pool holds ${held}, its stakes sum to ${toBamboo(totals.totalStaked)}`,
      );
    }
  }
  return differences;
}

async function checkCircles({ db }: Services): Promise<string[]> {
  const differences: string[] = [];
  for await (const { _id, memberCount } of db.models.Circle.find({}).lean()) {
    const members = await db.models.Membership.countDocuments({ circleId: _id });
    if (members !== memberCount) {
      differences.push(`circle ${String(_id)}: memberCount is ${memberCount}, memberships are ${members}`);
    }
  }
  return differences;
}
