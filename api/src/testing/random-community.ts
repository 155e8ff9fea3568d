import { profileVisibilities } from '@frens/contract/choices';
import { defaultPrivacy, mapSwitches } from '@frens/contract/privacy';
import { profileFields, publicFields } from '@frens/contract/profile-fields';
import * as fc from 'fast-check';
import { day, fromNow } from '../clock.ts';
import { idFrom, newId } from '../database/ids.ts';
import { indexCircle } from '../resources/circles/circle-entry.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { type Fact, notificationOf } from '../resources/notification-dispatch/notify.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** The number of members in a community; they are referred to by index. */
export const communitySize = 4;

const places = Array.from({ length: communitySize }, (_, place) => place);
const pairs = places.flatMap((one) =>
  places.filter((other) => other > one).map((other) => [one, other] as const),
);
const privacy = fc.record({
  profileVisibility: fc.constantFrom(...profileVisibilities),
  ...mapSwitches(() => fc.boolean()),
});

const tie = fc.record({
  /** Mostly connected: strangers see little. */
  is: fc.constantFrom('nothing', 'pending', 'accepted', 'declined', 'blocked'),
  /** The second of the pair requested or blocked. */
  isTurned: fc.boolean(),
});

/** A random community: friendships, blocks, circles, invitations, an introduction, and privacy settings. */
export const community = fc.record({
  privacy: fc.array(privacy, { minLength: communitySize, maxLength: communitySize }),
  ties: fc.array(tie, { minLength: pairs.length, maxLength: pairs.length }),
  circles: fc.array(
    fc.record({
      isOpen: fc.boolean(),
      /** The first one owns it. */
      members: fc.shuffledSubarray(places, { minLength: 1 }),
    }),
    { maxLength: 2 },
  ),
  /** A matchmaker and the two introduced members. */
  introduction: fc.option(fc.shuffledSubarray(places, { minLength: 3, maxLength: 3 })),
});
export type Community = typeof community extends fc.Arbitrary<infer Made> ? Made : never;

/**
 * An oracle for D16 and D23: the fields of a member that a reader with their invitation link sees, computed without the code under test.
 * A null reader is a signed-out visitor.
 */
export function shownOf(world: Community, reader: number | null, subject: number): Set<string> {
  const { profileVisibility, ...shown } = { ...defaultPrivacy, ...world.privacy[subject] };
  const whole: string[] = publicFields.filter((field) => {
    const { audience } = profileFields[field];
    return audience === 'anyone' || audience === 'full' || shown[audience];
  });
  if (shown.showOnlineStatus) whole.push('online');
  // An invitation link shows its member's name, unless their profile is private (docs/decisions/0121).
  const invites = profileVisibility === 'private' ? [] : ['name'];
  if (reader === null) return new Set(invites);
  const between = tieOf(world, reader, subject);
  if (between.is === 'blocked') return new Set();
  const isFriend = between.is === 'accepted';
  if (profileVisibility === 'public' || (profileVisibility === 'friends' && isFriend)) return new Set(whole);
  const isTied =
    between.is === 'pending' ||
    // A declined requester sees a pending request (D20).
    (between.is === 'declined' && between.by === reader) ||
    world.circles.some(({ members }) => members.includes(reader) && members.includes(subject)) ||
    (world.introduction?.includes(reader) === true && world.introduction.includes(subject));
  const isNamed = profileVisibility === 'private' ? isFriend : isTied;
  return new Set(isNamed ? ['name'] : invites);
}

/** The tie between two members, and who created it. */
export function tieOf(world: Community, one: number, other: number) {
  const index = pairs.findIndex(
    ([first, second]) => first === Math.min(one, other) && second === Math.max(one, other),
  );
  const { is, isTurned } = world.ties[index] ?? { is: 'nothing', isTurned: false };
  return { is, by: isTurned ? Math.max(one, other) : Math.min(one, other) };
}

/** Ids for addresses of a community. */
export interface Made {
  circleIds: string[];
  connectionIds: string[];
}

/** Stores a community's data for the members, replacing the previous one. */
export async function makeCommunity(
  { services }: TestApp,
  members: readonly TestMember[],
  world: Community,
): Promise<Made> {
  const { db, clock } = services;
  const { models } = db;
  const { Block, Circle, CircleEntry, CircleInvitation, CirclePost, Connection } = models;
  const { FriendMessage, Match, Membership } = models;
  for (const Model of [
    Block,
    Circle,
    CircleEntry,
    CircleInvitation,
    CirclePost,
    Connection,
    FriendMessage,
    Match,
    Membership,
  ])
    await Model.collection.deleteMany({});
  await models.Report.deleteMany({});
  await models.Notification.deleteMany({});
  const createdAt = clock.now();
  // Safe: indexes refer to existing members.
  const idOf = (place: number) => idFrom((members[place] as TestMember).id);
  for (const place of places)
    await models.User.updateOne(
      { _id: idOf(place) },
      { privacy: { ...defaultPrivacy, ...world.privacy[place] }, friendCount: 0 },
    );
  const tell = (fact: Fact) => models.Notification.create(notificationOf(fact, createdAt));
  const connectionIds: string[] = [];
  for (const [one, other] of pairs) {
    const { is, by } = tieOf(world, one, other);
    const [from, to] = by === one ? [idOf(one), idOf(other)] : [idOf(other), idOf(one)];
    const pair = pairOf(from, to);
    if (is === 'nothing') continue;
    if (is === 'blocked') {
      await Block.create({ _id: newId(), pair, blockerId: from, blockedId: to, createdAt });
      continue;
    }
    const _id = newId();
    const respondedAt = is === 'pending' ? null : createdAt;
    await Connection.create({
      _id,
      pair,
      requesterId: from,
      addresseeId: to,
      status: is,
      note: 'Hello',
      source: 'browse',
      createdAt,
      respondedAt,
      askedAgain: 0,
      takenBack: false,
    });
    await tell({ kind: 'request', recipientId: to, actorId: from, subjectId: _id });
    connectionIds.push(String(_id));
    if (is !== 'accepted') continue;
    await models.User.updateMany({ _id: { $in: [from, to] } }, { $inc: { friendCount: 1 } });
    const message = { connectionId: _id, senderId: from, recipientId: to, text: 'Soup?', withdrawnAt: null };
    const messageId = newId();
    await FriendMessage.create({ _id: messageId, ...message, createdAt });
    await tell({ kind: 'message', recipientId: to, actorId: from, subjectId: messageId });
    await Connection.updateOne({ _id }, { messagedAt: createdAt });
  }
  const circleIds: string[] = [];
  for (const { isOpen, members: within } of world.circles) {
    const [owner = 0] = within;
    const circle = {
      _id: newId(),
      name: `Circle ${circleIds.length}`,
      description: '',
      circleType: isOpen ? ('open' as const) : ('invite' as const),
      ownerId: idOf(owner),
      memberCount: within.length,
      gatePandaId: null,
      gateMinAmount: null,
      createdAt,
    };
    await Circle.create(circle);
    await indexCircle(services, circle);
    for (const place of within) {
      const role = place === owner ? 'owner' : 'member';
      await Membership.create({ _id: newId(), circleId: circle._id, userId: idOf(place), role, createdAt });
      const text = members.map(({ user }) => `@${user.username}`).join(' ');
      await CirclePost.create({
        _id: newId(),
        circleId: circle._id,
        authorId: idOf(place),
        text,
        createdAt,
      });
    }
    for (const place of isOpen ? [] : places) {
      const isFriend = place !== owner && tieOf(world, owner, place).is === 'accepted';
      if (!isFriend || within.includes(place)) continue;
      const invitation = { circleId: circle._id, userId: idOf(place), inviterId: idOf(owner) };
      const times = { createdAt, expiresAt: fromNow(clock, day) };
      await CircleInvitation.create({ _id: newId(), ...invitation, status: 'open', ...times });
      const fact = { recipientId: idOf(place), actorId: idOf(owner), subjectId: circle._id };
      await tell({ kind: 'circleInvitation', ...fact });
    }
    circleIds.push(String(circle._id));
  }
  if (world.introduction) {
    const [matchmakerId, user1Id, user2Id] = world.introduction.map((place) => idOf(place));
    if (matchmakerId && user1Id && user2Id) {
      const _id = newId();
      await Match.create({
        _id,
        matchmakerId,
        user1Id,
        user2Id,
        pair: pairOf(user1Id, user2Id),
        message: 'Meet!',
        pairs: [pairOf(user1Id, user2Id), pairOf(matchmakerId, user1Id), pairOf(matchmakerId, user2Id)],
        status: 'pending',
        answer1: null,
        answer2: null,
        isThanked: false,
        createdAt,
        closedAt: null,
      });
      for (const recipientId of [user1Id, user2Id])
        await tell({ kind: 'suggestion', recipientId, actorId: matchmakerId, subjectId: _id });
    }
  }
  return { circleIds, connectionIds };
}
