import { toHundredths } from '@frens/contract/bamboo';
import { ageRanges, genders } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { defaultPrivacy } from '@frens/contract/privacy';
import { skeletonOf } from '@frens/contract/usernames';
import mongoose, { Types } from 'mongoose';
import { circleEntryOf } from '../resources/circles/circle-entry.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import { createModels, type Models } from '../resources/models.ts';
import { pandaEntryOf } from '../resources/pandas/panda-entry.ts';
import { quotientFor } from '../resources/quotient/change-totals.ts';
import { poolOf, treasury, walletOf } from '../resources/wallet/ledger.ts';
import { circleTexts, nameOf, occupationOf, pandaNames } from './community-texts.ts';

export interface Size {
  members: number;
  /** Friends of the first member, and backers of the first Panda, at most. */
  star: number;
}

const secondsApart = 30;
const newest = Date.UTC(2026, 0, 1);
const batchSize = 500;
/** The n-th member is friends with those so much further on: 4 each way. */
const friendSteps = [1, 7, 61, 409];
const membersPerCircle = 60;
const stakeSteps = [3, 17, 211];
const stakeAmount = 500;

/** The id of the n-th document of a kind: known without looking it up. */
export function idOf(kind: 'member' | 'circle' | 'panda' | 'other', n: number): Types.ObjectId {
  const prefix = { member: 'a', circle: 'c', panda: 'b', other: 'd' }[kind];
  return new Types.ObjectId(prefix.repeat(8) + n.toString(16).padStart(16, '0'));
}

/** The first members are the newest. */
const timeOf = (n: number) => new Date(newest - n * secondsApart * 1000);

/** Writes documents in batches, straight through the driver, as they are stored. */
async function write(
  { collection }: Pick<Models[keyof Models], 'collection'>,
  docs: Iterable<object>,
): Promise<void> {
  let batch: object[] = [];
  for (const doc of docs) {
    if (batch.push(doc) < batchSize) continue;
    await collection.insertMany(batch, { ordered: false });
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
}

/**
 * Fills an empty database, whose indexes are there, with invented members: 8 friends, 3 circles and 3 stakes each, and
 * one star. It has a connection of its own, with the driver's patience: the API's takes a server that is busy with so
 * much writing for one that is away.
 */
export async function fillCommunity(uri: string, size: Size): Promise<void> {
  const connection = mongoose.createConnection(uri, { autoIndex: false, autoCreate: false });
  try {
    await connection.asPromise();
    await writeAll(createModels(connection), size);
  } finally {
    await connection.close();
  }
}

async function writeAll(models: Models, size: Size): Promise<void> {
  await write(models.User, members(size));
  await write(models.Connection, connections(size));
  await write(models.Circle, circles(size));
  await write(models.Membership, memberships(size));
  await write(models.Panda, pandas(size));
  await write(models.Stake, stakes(size));
  await write(models.Backing, backings(size));
  await write(models.Account, accounts(size));
  await write(models.Posting, postings(size));
  await write(models.MemberEntry, entries(members(size), memberEntryOf));
  await write(models.CircleEntry, entries(circles(size), circleEntryOf));
  await write(models.PandaEntry, entries(pandas(size), pandaEntryOf));
}

/** What makes the documents findable, as requests would write it. */
function* entries(docs: Iterable<object>, entryOf: (doc: never) => object | null): Generator<object> {
  for (const doc of docs) {
    // True because the documents below are whole.
    const entry = entryOf(doc as never);
    if (entry) yield entry;
  }
}

const starOf = ({ members: count, star }: Size) => Math.min(star, count - 1);

/** Whether two members are friends without the star. */
function areNear(one: number, other: number, count: number): boolean {
  return friendSteps.some((step) => (one + step) % count === other || (other + step) % count === one);
}

function friendsOf(n: number, size: Size): number {
  const { members: count } = size;
  const near = 2 * friendSteps.length;
  if (n === 0) return near + [...starFriends(size)].length;
  return near + (n <= starOf(size) && !areNear(0, n, count) ? 1 : 0);
}

function* starFriends(size: Size): Generator<number> {
  for (let n = 1; n <= starOf(size); n += 1) if (!areNear(0, n, size.members)) yield n;
}

function* members(size: Size): Generator<object> {
  const bands = Object.values(ageRanges);
  for (let n = 0; n < size.members; n += 1) {
    const band = bands[n % bands.length] ?? bands[0];
    yield {
      _id: idOf('member', n),
      username: `bench${n}`,
      usernameKey: `bench${n}`,
      usernameSkeleton: skeletonOf(`bench${n}`),
      email: `bench${n}@frens.example`,
      emailKey: `bench${n}@frens.example`,
      emailVerified: true,
      pendingEmail: null,
      passwordHash: null,
      name: nameOf(n),
      age: (band?.from ?? limits.age.min) + (n % 9),
      // One in a thousand: a filter that finds few.
      gender: n % 1000 === 500 ? 'non-binary' : genders[n % 2 === 0 ? 0 : 1],
      lookingFor: 'everyone',
      connectionType: 'all',
      bio: 'I like long walks, good coffee and people who tell stories.',
      occupation: occupationOf(n),
      profileImage: '',
      interests: ['walking', 'coffee', 'stories'],
      location: 'Lisbon',
      profileComplete: true,
      privacy: { ...defaultPrivacy, profileVisibility: n % 20 === 19 ? 'friends' : 'public' },
      pandaId: n % 2 === 0 ? idOf('panda', n / 2) : null,
      friendCount: friendsOf(n, size),
      lastSeenAt: null,
      createdAt: timeOf(n),
    };
  }
}

function* connections(size: Size): Generator<object> {
  let id = 0;
  const connect = (from: number, to: number) => ({
    _id: idOf('other', id++),
    pair: pairOf(idOf('member', from), idOf('member', to)),
    requesterId: idOf('member', from),
    addresseeId: idOf('member', to),
    status: 'accepted',
    note: '',
    source: 'browse',
    createdAt: timeOf(id % size.members),
    respondedAt: timeOf(id % size.members),
    askedAgain: 0,
    takenBack: false,
  });
  for (let n = 0; n < size.members; n += 1) {
    for (const step of friendSteps) yield connect(n, (n + step) % size.members);
  }
  for (const other of starFriends(size)) yield connect(0, other);
}

const circleCount = ({ members: count }: Size) => Math.ceil((3 * count) / membersPerCircle);
const circlesOf = (n: number, count: number) => [0, 1, 2].map((k) => (n * 3 + k) % count);

function* circles(size: Size): Generator<object> {
  const count = circleCount(size);
  const sizes = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    for (const circle of circlesOf(n, count)) sizes.set(circle, (sizes.get(circle) ?? 0) + 1);
  }
  for (let n = 0; n < count; n += 1) {
    const { name, description } = circleTexts(n);
    yield {
      _id: idOf('circle', n),
      name,
      description,
      circleType: 'open',
      ownerId: idOf('member', n),
      memberCount: sizes.get(n) ?? 0,
      gatePandaId: null,
      gateMinAmount: null,
      createdAt: timeOf(n),
    };
  }
}

function* memberships(size: Size): Generator<object> {
  const count = circleCount(size);
  let id = 0;
  for (let n = 0; n < size.members; n += 1) {
    for (const circle of circlesOf(n, count)) {
      yield {
        _id: idOf('other', id++),
        circleId: idOf('circle', circle),
        userId: idOf('member', n),
        role: 'member',
        createdAt: timeOf(n),
      };
    }
  }
}

const pandaCount = ({ members: count }: Size) => Math.ceil(count / 2);

/** Which Pandas a member backs: three, and the first Panda besides if they are one of its many backers. */
function backedBy(n: number, size: Size): number[] {
  const near = stakeSteps.map((step) => (n + step) % pandaCount(size));
  return n <= starOf(size) && !near.includes(0) ? [...near, 0] : near;
}

function* pandas(size: Size): Generator<object> {
  const backers = new Map<number, number>();
  const others = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    for (const panda of backedBy(n, size)) {
      backers.set(panda, (backers.get(panda) ?? 0) + 1);
      if (panda * 2 !== n) others.set(panda, (others.get(panda) ?? 0) + 1);
    }
  }
  for (let n = 0; n < pandaCount(size); n += 1) {
    const counting = others.get(n) ?? 0;
    const counted = {
      staked: counting * stakeAmount,
      backers: counting,
      connections: friendsOf(2 * n, size),
      matches: 0,
    };
    yield {
      _id: idOf('panda', n),
      ownerId: idOf('member', 2 * n),
      name: pandaNames[n % pandaNames.length],
      topTrait: 'warmth',
      traits: { warmth: 80, service: 40, creativity: 30, wisdom: 20, adventure: 10 },
      place: 'nature',
      rhythm: 'dawn',
      essence: 'love',
      totalStaked: (backers.get(n) ?? 0) * stakeAmount,
      uniqueBackers: backers.get(n) ?? 0,
      counted,
      ...quotientFor(counted),
      createdAt: timeOf(2 * n),
    };
  }
}

function* eachStake(size: Size): Generator<{ staker: number; panda: number; id: number }> {
  let id = 0;
  for (let staker = 0; staker < size.members; staker += 1) {
    for (const panda of backedBy(staker, size)) yield { staker, panda, id: id++ };
  }
}

function* stakes(size: Size): Generator<object> {
  for (const { staker, panda, id } of eachStake(size)) {
    yield {
      _id: idOf('other', id),
      pandaId: idOf('panda', panda),
      stakerId: idOf('member', staker),
      amount: stakeAmount,
      createdAt: timeOf(staker),
    };
  }
}

function* backings(size: Size): Generator<object> {
  for (const { staker, panda, id } of eachStake(size)) {
    yield {
      _id: idOf('other', id),
      pandaId: idOf('panda', panda),
      backerId: idOf('member', staker),
      amount: stakeAmount,
      standing: panda * 2 === staker ? 'owner' : 'confirmed',
    };
  }
}

function* accounts(size: Size): Generator<object> {
  const pools = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    const backed = backedBy(n, size);
    for (const panda of backed) pools.set(panda, (pools.get(panda) ?? 0) + stakeAmount);
    const balance = toHundredths(limits.grants.welcome) - backed.length * stakeAmount;
    const staked = backed.length * stakeAmount;
    yield { _id: walletOf(idOf('member', n)), balance, isConfirmed: true, staked };
  }
  for (const [panda, balance] of pools) yield { _id: poolOf(idOf('panda', panda)), balance };
}

function* postings(size: Size): Generator<object> {
  const welcome = toHundredths(limits.grants.welcome);
  let id = 0;
  for (let n = 0; n < size.members; n += 1) {
    const memberId = idOf('member', n);
    yield {
      _id: idOf('other', id++),
      kind: 'welcome',
      memberId,
      legs: [
        { account: treasury, amount: -welcome, balanceAfter: null },
        { account: walletOf(memberId), amount: welcome, balanceAfter: welcome },
      ],
      onceKey: `welcome:${String(memberId)}`,
      createdAt: timeOf(n),
    };
    for (const panda of backedBy(n, size)) {
      yield {
        _id: idOf('other', id++),
        kind: 'stake',
        memberId,
        legs: [
          { account: walletOf(memberId), amount: -stakeAmount, balanceAfter: null },
          { account: poolOf(idOf('panda', panda)), amount: stakeAmount, balanceAfter: null },
        ],
        createdAt: timeOf(n),
      };
    }
  }
}
