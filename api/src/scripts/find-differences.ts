import { toBamboo } from '@frens/contract/bamboo';
import type { ClientSession } from 'mongoose';
import { totalsOf } from '../resources/quotient/refresh-panda.ts';
import { poolOf, treasury } from '../resources/wallet/ledger.ts';
import type { Services } from '../services.ts';

/**
 * Recomputes the ledger and every stored total (D35) from one snapshot, and names whatever differs; an empty list is a
 * sound database.
 */
export async function findDifferences(services: Services): Promise<string[]> {
  return services.db.transaction(async (session) => [
    ...(await checkLedger(services, session)),
    ...(await checkPandas(services, session)),
    ...(await checkCircles(services, session)),
  ]);
}

async function checkLedger({ db }: Services, session: ClientSession): Promise<string[]> {
  const differences: string[] = [];
  const sums = new Map<string, number>();
  for await (const posting of db.models.Posting.find({}, null, { session }).lean()) {
    const sum = posting.legs.reduce((total, leg) => total + leg.amount, 0);
    if (sum !== 0)
      differences.push(`posting ${String(posting._id)}: its legs sum to ${toBamboo(sum)}, not to nothing`);
    for (const { account, amount } of posting.legs) sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  sums.delete(treasury);
  for await (const { _id, balance } of db.models.Account.find({}, null, { session }).lean()) {
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

async function checkPandas(services: Services, session: ClientSession): Promise<string[]> {
  const { Account, Panda } = services.db.models;
  const differences: string[] = [];
  for await (const panda of Panda.find({}, null, { session }).lean()) {
    const totals = await totalsOf(services, panda, session);
    for (const name of ['totalStaked', 'uniqueBackers', 'quotient'] as const) {
      if (panda[name] !== totals[name]) {
        differences.push(`panda ${String(panda._id)}: ${name} is ${panda[name]}, computed ${totals[name]}`);
      }
    }
    const pool = await Account.findById(poolOf(panda._id), null, { session }).lean();
    if ((pool?.balance ?? 0) !== totals.totalStaked) {
      const held = toBamboo(pool?.balance ?? 0);
      differences.push(
        `panda ${String(panda._id)}: its pool holds ${held}, its stakes sum to ${toBamboo(totals.totalStaked)}`,
      );
    }
  }
  return differences;
}

async function checkCircles({ db }: Services, session: ClientSession): Promise<string[]> {
  const differences: string[] = [];
  for await (const { _id, memberCount } of db.models.Circle.find({}, null, { session }).lean()) {
    const members = await db.models.Membership.countDocuments({ circleId: _id }, { session });
    if (members !== memberCount) {
      differences.push(`circle ${String(_id)}: memberCount is ${memberCount}, memberships are ${members}`);
    }
  }
  return differences;
}
