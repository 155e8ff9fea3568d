import { isDeepStrictEqual } from 'node:util';
import { toBamboo } from '@frens/contract/bamboo';
import type { ModelOf } from '../database/any-model.ts';
import type { ObjectId } from '../database/ids.ts';
import { readByRanges } from '../database/load-by-ranges.ts';
import type { CircleDoc } from '../resources/circles/circle.model.ts';
import { liveCircleEntryOf } from '../resources/circles/circle-entry.ts';
import { findersOf } from '../resources/connections/friend-terms.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import type { Panda, PandaContentDoc } from '../resources/pandas/panda.model.ts';
import { pandaEntryOf } from '../resources/pandas/panda-entry.ts';
import { type Backings, recountPandas } from '../resources/quotient/recount-panda.ts';
import type { Account, Posting } from '../resources/wallet/ledger.model.ts';
import { poolOf, treasury, walletOf } from '../resources/wallet/ledger.ts';
import type { SearchEntry } from '../search/search-entry.model.ts';
import type { Services } from '../services.ts';
import { checkMembers } from './check-members.ts';

/** Documents per snapshot. */
const size = 100;
/** The maximum of Pandas' backers in memory, unless a single Panda has more. */
const backersHeld = 10_000;

const countedNames = [
  'totalStaked',
  'uniqueBackers',
  'staked',
  'backers',
  'connections',
  'matches',
  'quotient',
] as const;

interface Stored {
  _id: unknown;
}

/**
 * Recomputes the ledger, all denormalised totals (D35) and the search index, and yields every difference. It reads ranges, each in its
 * own snapshot: memory stays bounded and the site may be running. Data that must agree changes in one transaction, so it agrees in
 * every snapshot.
 */
export async function* differencesOf(services: Services): AsyncGenerator<string> {
  const { models } = services.db;
  yield* check(services, models.Posting, (postings) => checkPostings(services, postings));
  yield* check(services, models.Account, (accounts) => checkAccounts(services, accounts));
  yield* check(services, models.Panda, async (pandas) => {
    const differences: string[] = [];
    for (const share of sharesOf(pandas)) differences.push(...(await checkPandas(services, share)));
    return differences;
  });
  yield* check(services, models.Content, (contents) => checkContents(services, contents));
  yield* check(services, models.User, (members) => checkMembers(services, members));
  yield* check(services, models.Circle, (circles) => checkCircles(services, circles));
  yield* checkEntries(services, models.User, models.MemberEntry, async (user) =>
    memberEntryOf(user, await findersOf(services.db, user)),
  );
  yield* checkEntries(services, models.Circle, models.CircleEntry, liveCircleEntryOf);
  yield* checkEntries(services, models.Panda, models.PandaEntry, pandaEntryOf);
}

/** All differences; an empty list means that the database is consistent. */
export async function findDifferences(services: Services): Promise<string[]> {
  const found: string[] = [];
  for await (const difference of differencesOf(services)) found.push(difference);
  return found;
}

/** Reads ids by ranges, then re-reads each range in the snapshot that checks it. */
async function* check<Doc extends Stored>(
  { db }: Services,
  model: ModelOf<Doc>,
  compare: (docs: Doc[]) => Promise<string[]>,
): AsyncGenerator<string> {
  for await (const range of readByRanges(model, { size })) {
    const ids = range.map(({ _id }) => _id);
    yield* await db.transaction(async () => {
      // Safe: ids are compared with ids of the same type.
      const filter = { _id: { $in: ids } } as object;
      return compare(await model.find(filter).lean<Doc[]>());
    });
  }
}

async function checkPostings({ db }: Services, postings: Posting[]): Promise<string[]> {
  const differences: string[] = [];
  const named = new Set(postings.flatMap(({ legs }) => legs.map(({ account }) => account)));
  named.delete(treasury);
  const accounts = await db.models.Account.find({ _id: { $in: [...named] } }, { _id: 1 }).lean();
  for (const { _id } of accounts) named.delete(_id);
  for (const { _id, legs, memberId } of postings) {
    const wallet = walletOf(memberId);
    if (!legs.some(({ account }) => account === wallet))
      differences.push(`posting ${String(_id)}: moves nothing of ${wallet}`);
    const sum = legs.reduce((total, leg) => total + leg.amount, 0);
    if (sum !== 0)
      differences.push(`posting ${String(_id)}: its legs sum to ${toBamboo(sum)}, not to nothing`);
    for (const { account } of legs.filter((leg) => named.has(leg.account)))
      differences.push(`posting ${String(_id)}: moves BAMBOO of ${account}, which does not exist`);
  }
  return differences;
}

async function checkAccounts({ db }: Services, accounts: Account[]): Promise<string[]> {
  const differences: string[] = [];
  // An account being erased is summed together with the account that takes over its postings (D46).
  const ids = accounts.map(({ _id }) => _id);
  const heirs = await db.models.Account.find({ formerly: { $in: ids } }, { formerly: 1 }).lean();
  const passing = new Set(heirs.map(({ formerly }) => formerly));
  const names = [...ids, ...accounts.flatMap(({ formerly }) => formerly ?? [])];
  const sums = new Map<string, number>(names.map((_id) => [_id, 0]));
  // Aggregated in the database, because one Panda's pool may have more postings than fit in memory.
  const account = { 'legs.account': { $in: [...sums.keys()] } };
  const posted = await db.models.Posting.aggregate<{ _id: string; amount: number }>([
    { $match: account },
    { $unwind: '$legs' },
    { $match: account },
    { $group: { _id: '$legs.account', amount: { $sum: '$legs.amount' } } },
  ]);
  for (const { _id, amount } of posted) sums.set(_id, amount);
  for (const { _id, balance, formerly } of accounts) {
    const sum = (sums.get(_id) ?? 0) + (sums.get(formerly ?? '') ?? 0);
    if (sum !== balance && !(passing.has(_id) && balance === 0))
      differences.push(`account ${_id}: holds ${toBamboo(balance)}, its postings sum to ${toBamboo(sum)}`);
    if (balance < 0) differences.push(`account ${_id}: holds less than nothing, ${toBamboo(balance)}`);
  }
  return differences;
}

/** Splits Pandas into groups with a bounded number of backers. */
export function* sharesOf<Backed extends Pick<Panda, 'uniqueBackers'>>(
  pandas: readonly Backed[],
): Generator<Backed[]> {
  let [share, backers]: [Backed[], number] = [[], 0];
  for (const panda of pandas) {
    if (share.length > 0 && backers + panda.uniqueBackers > backersHeld) {
      yield share;
      [share, backers] = [[], 0];
    }
    share.push(panda);
    backers += panda.uniqueBackers;
  }
  if (share.length > 0) yield share;
}

async function checkPandas(services: Services, pandas: Panda[]): Promise<string[]> {
  const { Account, Backing } = services.db.models;
  const ids = pandas.map(({ _id }) => _id);
  const recounts = await recountPandas(services, pandas);
  const pools = await Account.find({ _id: { $in: ids.map(poolOf) } }).lean();
  const heldIn = new Map(pools.map(({ _id, balance }) => [_id, balance]));
  const differences: string[] = [];
  const missing = new Set<string>();
  for (const panda of pandas) {
    const id = String(panda._id);
    const recount = recounts.get(id);
    if (!recount) continue;
    const { totals, backings } = recount;
    const [stored, computed] = [
      { ...panda, ...panda.counted },
      { ...totals, ...totals.counted },
    ];
    for (const name of countedNames) {
      if (stored[name] !== computed[name])
        differences.push(`panda ${id}: ${name} is ${stored[name]}, computed ${computed[name]}`);
    }
    const held = heldIn.get(poolOf(panda._id)) ?? 0;
    if (held !== totals.totalStaked) {
      differences.push(
        `panda ${id}: its pool holds ${toBamboo(held)}, its stakes sum to ${toBamboo(totals.totalStaked)}`,
      );
    }
    for (const backing of backings) missing.add(lineOf(backing));
  }
  for (const backing of await Backing.find({ pandaId: { $in: ids } }).lean()) {
    const line = lineOf(backing);
    if (!missing.delete(line)) differences.push(`backing of ${line} is stored only`);
  }
  for (const line of missing) differences.push(`backing of ${line} is not stored`);
  return differences;
}

const lineOf = ({ pandaId, backerId, amount, standing }: Backings[number]) =>
  `${String(pandaId)}: ${String(backerId)} ${toBamboo(amount)} ${standing}`;

async function checkContents({ db }: Services, contents: PandaContentDoc[]): Promise<string[]> {
  const counted = await db.models.Cheer.aggregate<{ _id: ObjectId; cheers: number }>([
    { $match: { contentId: { $in: contents.map(({ _id }) => _id) } } },
    { $group: { _id: '$contentId', cheers: { $sum: 1 } } },
  ]);
  const cheersOf = new Map(counted.map(({ _id, cheers }) => [String(_id), cheers]));
  return contents.flatMap(({ _id, cheers }) => {
    const computed = cheersOf.get(String(_id)) ?? 0;
    return cheers === computed ? [] : [`content ${String(_id)}: cheers is ${cheers}, computed ${computed}`];
  });
}

async function checkCircles({ db }: Services, circles: CircleDoc[]): Promise<string[]> {
  const counted = await db.models.Membership.aggregate<{ _id: ObjectId; members: number }>([
    { $match: { circleId: { $in: circles.map(({ _id }) => _id) } } },
    { $group: { _id: '$circleId', members: { $sum: 1 } } },
  ]);
  const membersOf = new Map(counted.map(({ _id, members }) => [String(_id), members]));
  return circles
    .map(({ _id, memberCount }) => ({
      id: String(_id),
      memberCount,
      members: membersOf.get(String(_id)) ?? 0,
    }))
    .filter(({ memberCount, members }) => memberCount !== members)
    .map(
      ({ id, memberCount, members }) =>
        `circle ${id}: memberCount is ${memberCount}, memberships are ${members}`,
    );
}

/** Checks that search entries match their documents, and that none lacks its document. */
async function* checkEntries<Doc extends Stored, Entry extends SearchEntry>(
  services: Services,
  documents: ModelOf<Doc>,
  entries: ModelOf<Entry>,
  entryOf: (doc: Doc) => SearchEntry | null | Promise<SearchEntry | null>,
): AsyncGenerator<string> {
  const name = entries.collection.name;
  yield* check(services, documents, async (docs) => {
    const ids = { _id: { $in: docs.map(({ _id }) => _id) } } as object;
    const stored = await entries.find(ids).lean<Entry[]>();
    const byId = new Map(stored.map((entry) => [String(entry._id), entry]));
    const differences: string[] = [];
    for (const doc of docs) {
      const [kept, computed] = [byId.get(String(doc._id)) ?? null, await entryOf(doc)];
      if (!isDeepStrictEqual(plain(kept), plain(computed)))
        differences.push(`${name} ${String(doc._id)}: is not what it is made from`);
    }
    return differences;
  });
  yield* check(services, entries, async (found) => {
    const ids = { _id: { $in: found.map(({ _id }) => _id) } } as object;
    const known = await documents.find(ids, { _id: 1 }).lean<Stored[]>();
    const names = new Set(known.map(({ _id }) => String(_id)));
    return found
      .filter(({ _id }) => !names.has(String(_id)))
      .map(({ _id }) => `${name} ${String(_id)}: what it finds does not exist`);
  });
}

/** Normalises an entry: plain ids, sorted terms. */
function plain(entry: SearchEntry | null): unknown {
  return entry && JSON.parse(JSON.stringify({ ...entry, terms: entry.terms.toSorted() }));
}
