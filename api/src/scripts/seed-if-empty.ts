import { toHundredths } from '@frens/contract/bamboo';
import {
  type CircleRecord,
  type Community,
  type ConnectionRecord,
  demoCommunity,
  type MemberRecord,
  type PandaRecord,
  type StakeRecord,
} from '@frens/contract/fixtures';
import { labIds, readSoul } from '@frens/contract/panda-scoring';
import { skeletonOf } from '@frens/contract/usernames';
import { idFrom, newId } from '../database/ids.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { keyOf } from '../resources/members/user.model.ts';
import { writeMilestone } from '../resources/pandas/write-milestone.ts';
import { quotientFor } from '../resources/quotient/change-totals.ts';
import { countFriends, storeRecount } from '../resources/quotient/recount-panda.ts';
import { grantOnce, move, poolOf, walletOf } from '../resources/wallet/ledger.ts';
import type { Services } from '../services.ts';
import { rebuildSearch } from './rebuild-search.ts';

export interface SeedReport {
  demo: Community['demo'];
  counts: Record<'members' | 'pandas' | 'connections' | 'stakes' | 'content' | 'circles', number>;
}

/** The same services at another time, so that what is filled in looks as old as it should. */
function at(services: Services, time: Date): Services {
  return { ...services, clock: { now: () => time } };
}

/**
 * Fills a database that holds no members with the demo community, through the same ledger and totals that requests use.
 * One transaction: it is all there or nothing. Returns null when there are members already.
 */
export async function seedIfEmpty(services: Services): Promise<SeedReport | null> {
  const { db, clock, passwords } = services;
  if (await db.models.User.exists({})) return null;
  const community = demoCommunity({ now: clock.now() });
  // One hash for all invented members: their password is no secret.
  const passwordHash = await passwords.hash(community.demo.password);
  const { members, pandas, connections, stakes, content, circles } = community;
  return db.transaction(async () => {
    if (await db.models.User.exists({})) return null;
    await db.models.User.insertMany(members.map((member) => userOf(member, passwordHash)));
    await db.models.Connection.insertMany(connections.map(connectionOf));
    await makePandas(services, pandas);
    await payGrants(services, members, pandas);
    await placeStakes(services, stakes);
    await db.models.Content.insertMany(
      content.map(({ id, pandaId, authorId, type, content: text, tags, createdAt }) => ({
        _id: idFrom(id),
        pandaId: idFrom(pandaId),
        authorId: idFrom(authorId),
        type,
        text,
        tags,
        createdAt,
      })),
    );
    await gatherCircles(services, circles);
    await storeTotals(services, community);
    await rebuildSearch(db.models);
    return {
      demo: community.demo,
      counts: {
        members: members.length,
        pandas: pandas.length,
        connections: connections.length,
        stakes: stakes.length,
        content: content.length,
        circles: circles.length,
      },
    };
  });
}

/** Counts what was put in directly; requests move the same totals step by step. */
async function storeTotals(services: Services, { members, pandas }: Community): Promise<void> {
  const { Account, User } = services.db.models;
  for (const member of members) {
    const _id = idFrom(member.id);
    await User.updateOne({ _id }, { $set: { friendCount: await countFriends(services, _id) } });
    if (member.emailVerified)
      await Account.updateOne({ _id: walletOf(_id) }, { $set: { isConfirmed: true } });
  }
  for (const { id, ownerId } of pandas) {
    await storeRecount(services, { _id: idFrom(id), ownerId: idFrom(ownerId) });
  }
}

function userOf({ id, username, email, ...member }: MemberRecord, passwordHash: string) {
  return {
    ...member,
    _id: idFrom(id),
    username,
    usernameKey: keyOf(username),
    usernameSkeleton: skeletonOf(username),
    email,
    emailKey: keyOf(email),
    passwordHash,
    profileComplete: true,
  };
}

function connectionOf({ id, requesterId, addresseeId, status, note, createdAt }: ConnectionRecord) {
  const [requester, addressee] = [idFrom(requesterId), idFrom(addresseeId)];
  return {
    _id: idFrom(id),
    pair: pairOf(requester, addressee),
    requesterId: requester,
    addresseeId: addressee,
    status,
    note,
    source: 'browse',
    createdAt,
    respondedAt: status === 'accepted' ? createdAt : null,
  };
}

async function makePandas({ db }: Services, pandas: PandaRecord[]): Promise<void> {
  await db.models.QuizResult.insertMany(
    pandas.map(({ ownerId, answers, createdAt }) => ({
      _id: newId(),
      memberId: idFrom(ownerId),
      responses: labIds.map((lab) => ({ lab, response: answers[lab] ?? '' })),
      totalTime: 0,
      completedAt: createdAt,
      createdAt,
    })),
  );
  // Totals and quotient follow once everything they count is there.
  const none = { staked: 0, backers: 0, connections: 0, matches: 0 };
  await db.models.Panda.insertMany(
    pandas.map(({ id, ownerId, name, answers, createdAt }) => ({
      ...readSoul(answers),
      _id: idFrom(id),
      ownerId: idFrom(ownerId),
      name,
      createdAt,
      counted: none,
      ...quotientFor(none),
    })),
  );
}

async function payGrants(services: Services, members: MemberRecord[], pandas: PandaRecord[]): Promise<void> {
  for (const { id, createdAt } of members) {
    await grantOnce(at(services, createdAt), idFrom(id), 'welcome');
  }
  for (const { ownerId, createdAt } of pandas) {
    await grantOnce(at(services, createdAt), idFrom(ownerId), 'quiz');
  }
}

async function placeStakes(services: Services, stakes: StakeRecord[]): Promise<void> {
  const backers = new Map<string, Set<string>>();
  const inOrder = [...stakes].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const stake of inOrder) {
    const then = at(services, stake.createdAt);
    const [stakeId, pandaId, stakerId] = [idFrom(stake.id), idFrom(stake.pandaId), idFrom(stake.stakerId)];
    const amount = toHundredths(stake.amount);
    const moved = await move(then, {
      kind: 'stake',
      memberId: stakerId,
      from: walletOf(stakerId),
      to: poolOf(pandaId),
      amount,
      stakeId,
    });
    if (!moved) throw new Error(`The demo community stakes BAMBOO it does not have: ${stake.id}`);
    const { createdAt } = stake;
    await services.db.models.Stake.create({ _id: stakeId, pandaId, stakerId, amount, createdAt });
    const known = backers.get(stake.pandaId) ?? new Set();
    const before = known.size;
    backers.set(stake.pandaId, known.add(stake.stakerId));
    if (known.size > before) await writeMilestone(then, pandaId, String(known.size));
  }
}

async function gatherCircles({ db }: Services, circles: CircleRecord[]): Promise<void> {
  await db.models.Circle.insertMany(
    circles.map(({ id, memberIds, ownerId, gatePandaId, gateMinAmount, ...circle }) => ({
      ...circle,
      _id: idFrom(id),
      ownerId: idFrom(ownerId),
      memberCount: memberIds.length,
      gatePandaId: gatePandaId === null ? null : idFrom(gatePandaId),
      gateMinAmount: gateMinAmount === null ? null : toHundredths(gateMinAmount),
    })),
  );
  await db.models.Membership.insertMany(
    circles.flatMap(({ id, memberIds, ownerId, createdAt }) =>
      memberIds.map((userId) => ({
        _id: newId(),
        circleId: idFrom(id),
        userId: idFrom(userId),
        role: userId === ownerId ? 'owner' : 'member',
        createdAt,
      })),
    ),
  );
}
