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
import type { ClientSession } from 'mongoose';
import { idFrom, newId } from '../database/ids.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { keyOf } from '../resources/members/user.model.ts';
import { writeMilestone } from '../resources/pandas/write-milestone.ts';
import { refreshPanda } from '../resources/quotient/refresh-panda.ts';
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
  return db.transaction(async (session) => {
    if (await db.models.User.exists({}).session(session)) return null;
    await db.models.User.insertMany(
      members.map((member) => userOf(member, passwordHash)),
      { session },
    );
    await db.models.Connection.insertMany(connections.map(connectionOf), { session });
    await makePandas(services, pandas, session);
    await payGrants(services, members, pandas, session);
    await placeStakes(services, stakes, session);
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
      { session },
    );
    await gatherCircles(services, circles, session);
    for (const { id, ownerId } of pandas) {
      await refreshPanda(services, { _id: idFrom(id), ownerId: idFrom(ownerId) }, session);
    }
    await rebuildSearch(db.models, session);
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

function userOf({ id, username, email, ...member }: MemberRecord, passwordHash: string) {
  return {
    ...member,
    _id: idFrom(id),
    username,
    usernameKey: keyOf(username),
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

async function makePandas({ db }: Services, pandas: PandaRecord[], session: ClientSession): Promise<void> {
  await db.models.QuizResult.insertMany(
    pandas.map(({ ownerId, answers, createdAt }) => ({
      _id: newId(),
      memberId: idFrom(ownerId),
      responses: labIds.map((lab) => ({ lab, response: answers[lab] ?? '' })),
      totalTime: 0,
      completedAt: createdAt,
      createdAt,
    })),
    { session },
  );
  // Totals and quotient follow once everything they count is there.
  const none = { quiz: '0.0', staked: '0.0', backers: '0.0', connections: '0.0', matches: '0.0' };
  await db.models.Panda.insertMany(
    pandas.map(({ id, ownerId, name, answers, createdAt }) => ({
      ...readSoul(answers),
      _id: idFrom(id),
      ownerId: idFrom(ownerId),
      name,
      createdAt,
      quotient: '0.0',
      quotientParts: none,
    })),
    { session },
  );
}

async function payGrants(
  services: Services,
  members: MemberRecord[],
  pandas: PandaRecord[],
  session: ClientSession,
): Promise<void> {
  for (const { id, createdAt } of members) {
    await grantOnce(at(services, createdAt), idFrom(id), 'welcome', session);
  }
  for (const { ownerId, createdAt } of pandas) {
    await grantOnce(at(services, createdAt), idFrom(ownerId), 'quiz', session);
  }
}

async function placeStakes(services: Services, stakes: StakeRecord[], session: ClientSession): Promise<void> {
  const backers = new Map<string, Set<string>>();
  const inOrder = [...stakes].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const stake of inOrder) {
    const then = at(services, stake.createdAt);
    const [stakeId, pandaId, stakerId] = [idFrom(stake.id), idFrom(stake.pandaId), idFrom(stake.stakerId)];
    const amount = toHundredths(stake.amount);
    const moved = await move(
      then,
      { kind: 'stake', memberId: stakerId, from: walletOf(stakerId), to: poolOf(pandaId), amount, stakeId },
      session,
    );
    if (!moved) throw new Error(`The demo community stakes BAMBOO it does not have: ${stake.id}`);
    const { createdAt } = stake;
    await services.db.models.Stake.create([{ _id: stakeId, pandaId, stakerId, amount, createdAt }], {
      session,
    });
    const known = backers.get(stake.pandaId) ?? new Set();
    const before = known.size;
    backers.set(stake.pandaId, known.add(stake.stakerId));
    if (known.size > before) await writeMilestone(then, pandaId, String(known.size), session);
  }
}

async function gatherCircles(
  { db }: Services,
  circles: CircleRecord[],
  session: ClientSession,
): Promise<void> {
  await db.models.Circle.insertMany(
    circles.map(({ id, memberIds, ownerId, gatePandaId, gateMinAmount, ...circle }) => ({
      ...circle,
      _id: idFrom(id),
      ownerId: idFrom(ownerId),
      memberCount: memberIds.length,
      gatePandaId: gatePandaId === null ? null : idFrom(gatePandaId),
      gateMinAmount: gateMinAmount === null ? null : toHundredths(gateMinAmount),
    })),
    { session },
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
    { session },
  );
}
