import { type FirstSteps, grantKinds } from '../account.ts';
import type { Block } from '../blocks.ts';
import type { Relation } from '../choices.ts';
import type { CircleLink } from '../circle-invitations.ts';
import type { CircleNotice } from '../circle-notices.ts';
import type { CircleBan, CircleMember, CircleRequest } from '../circle-page.ts';
import type { Circle, WayIn } from '../circles.ts';
import type { Friend, PendingConnection } from '../connections.ts';
import {
  buildCircle,
  buildCircleMember,
  buildCircleRequest,
  buildContent,
  buildFirstSteps,
  buildFriend,
  buildFriendMessage,
  buildInviteLink,
  buildLedgerEntry,
  buildNotification,
  buildPanda,
  buildPendingConnection,
  buildPlace,
  buildPrivacySettings,
  buildPublicUser,
  buildStake,
  buildUser,
  buildWallet,
  demoCommunity,
  fixtureId,
} from '../fixtures/index.ts';
import type { CircleRecord, MemberRecord } from '../fixtures/records.ts';
import type { FriendMessage } from '../friend-messages.ts';
import type { InviteLink } from '../invitations.ts';
import { limits } from '../limits.ts';
import type { MadeMatch, MatchCandidate, ReceivedMatch } from '../matches.ts';
import type { PublicUser, SelfUser } from '../members.ts';
import { namedMember } from '../named-member.ts';
import { defaultNotifications, type NotificationSettings } from '../notification-settings.ts';
import type { Notification } from '../notifications.ts';
import { readSignature } from '../panda-scoring.ts';
import type { Panda, PandaContent } from '../pandas.ts';
import type { Conversation, InCommon } from '../people.ts';
import type { PrivacySettings } from '../privacy.ts';
import type { SignedInPlace } from '../sessions.ts';
import type { OwnStake, Stake } from '../stakes.ts';
import { canConnect, isListed, visibleProfile } from '../visibility.ts';
import type { LedgerEntry, Wallet } from '../wallet.ts';
import { sum } from './amounts.ts';
import { introductionsAmong } from './introductions.ts';
import type { MockFailure } from './mock.ts';
import { ledgerOf, ownStakesOf } from './own-bamboo.ts';

/**
 * What the mocks answer: the API's own answers as one member sees them. Nothing is computed from anything and no rule of the API is
 * repeated; what a page does is put into them, so that a click shows its effect.
 */
export interface Answers {
  /** Null: signed out. */
  user: SelfUser | null;
  /** The file of their picture. */
  picture: Blob | null;
  users: PublicUser[];
  friends: Friend[];
  pending: PendingConnection[];
  /** What friends and the member wrote to each other, newest first, by their connections. */
  messages: Map<string, FriendMessage[]>;
  /** What the member was told of, newest first. */
  notifications: Notification[];
  /** With whom the member cannot write as with other friends, and how far, by their ids. */
  conversations: Map<string, Pick<Conversation, 'id' | 'state'>>;
  /** Introductions of the member to others, and those that the member made; newest first. */
  matches: ReceivedMatch[];
  matchesMade: MadeMatch[];
  /** Whom each friend could be introduced to, by the friend's id. */
  matchCandidates: Map<string, MatchCandidate[]>;
  /** Whom the member has blocked. */
  blocks: Block[];
  /** What the member shares with others. */
  common: InCommon;
  privacy: PrivacySettings;
  notificationSettings: NotificationSettings;
  firstSteps: FirstSteps;
  places: SignedInPlace[];
  /** Null: none that works. */
  inviteLink: InviteLink | null;
  pandas: Panda[];
  /** By Panda; one without is drawn from its id. */
  pictureSeeds: Map<string, string>;
  stakes: Stake[];
  /** The member's own, as their page of BAMBOO shows them. */
  ownStakes: OwnStake[];
  /** Why single ones cannot be withdrawn unasked, by their id. */
  heldStakes: Map<string, Refusal>;
  /** Newest first; the newest has left what the wallet holds. */
  ledger: LedgerEntry[];
  content: (PandaContent & { pandaId: string })[];
  /** The Pandas that the member backs and may review, by their ids. */
  canReview: Set<string>;
  circles: Circle[];
  /** Who is in them, the signed-in member aside, by their ids. */
  circleMembers: Map<string, CircleMember[]>;
  /** What goes on in them, newest first, by their ids. */
  circleNotices: Map<string, CircleNotice[]>;
  /** Of which of them the member is told of notices. */
  noticesWanted: Set<string>;
  /** Whom they let in no more, by their ids. */
  circleBans: Map<string, CircleBan[]>;
  /** Their links, by their ids, newest first. */
  circleLinks: Map<string, CircleLink[]>;
  /** Who asks to be invited, by the circles' ids. */
  circleRequests: Map<string, CircleRequest[]>;
  wallet: Wallet;
  /** Why single circles cannot be joined, by their id. */
  closedCircles: Map<string, Refusal>;
}

type Refusal = Pick<MockFailure, 'status' | 'code' | 'parts'>;

/** The first member of a site on which nothing has happened yet. */
export function emptyAnswers(): Answers {
  return {
    user: buildUser({ bio: '', occupation: '', interests: [], location: '', pandaId: null }),
    picture: null,
    users: [],
    friends: [],
    pending: [],
    messages: new Map(),
    notifications: [],
    conversations: new Map(),
    matches: [],
    matchesMade: [],
    matchCandidates: new Map(),
    blocks: [],
    common: { circles: [], friends: [], hasMoreFriends: false },
    privacy: buildPrivacySettings(),
    notificationSettings: { ...defaultNotifications },
    firstSteps: buildFirstSteps(),
    places: [buildPlace()],
    inviteLink: null,
    pandas: [],
    pictureSeeds: new Map(),
    stakes: [],
    ownStakes: [],
    heldStakes: new Map(),
    ledger: [buildLedgerEntry()],
    content: [],
    canReview: new Set(),
    circles: [],
    circleMembers: new Map(),
    circleBans: new Map(),
    circleNotices: new Map(),
    noticesWanted: new Set(),
    circleLinks: new Map(),
    circleRequests: new Map(),
    wallet: buildWallet({ staked: '0.00' }),
    closedCircles: new Map(),
  };
}

/** A lively community: the one that the seed stores, as its demo account meets it. */
export function typicalAnswers(): Answers {
  const community = demoCommunity();
  const [demo, ...others] = community.members;
  const mine = community.connections.filter((one) =>
    [one.requesterId, one.addresseeId].includes(demo?.id ?? ''),
  );
  const users = new Map(
    others.flatMap((member): [string, PublicUser][] => {
      const tie = mine.find((one) => [one.requesterId, one.addresseeId].includes(member.id));
      const asked: Relation = tie?.requesterId === demo?.id ? 'outgoing' : 'incoming';
      const relation = tie ? (tie.status === 'accepted' ? 'friend' : asked) : 'none';
      const panda = community.pandas.find((one) => one.ownerId === member.id);
      const user = asUser(member, relation, panda?.id ?? null);
      return user ? [[member.id, user]] : [];
    }),
  );
  const tied = newestFirst(mine).flatMap((one) => {
    const user = users.get(one.requesterId === demo?.id ? one.addresseeId : one.requesterId);
    return user ? [{ one, user }] : [];
  });
  const stakes = newestFirst(community.stakes).map((one) => {
    const staker = one.stakerId === demo?.id ? demo : users.get(one.stakerId);
    return buildStake({
      ...one,
      stakerName: staker?.name ?? null,
      stakerUsername: staker?.username ?? null,
      stakerImage: staker ? '' : null,
      stakerPandaId: community.pandas.find(({ ownerId }) => ownerId === staker?.id)?.id ?? null,
      createdAt: one.createdAt.toISOString(),
    });
  });
  const staked = sum(stakes.filter((one) => one.stakerId === demo?.id));
  const pandas = newestFirst(community.pandas).map(({ id, ownerId, name, answers, createdAt }) => {
    const backing = stakes.filter((one) => one.pandaId === id);
    const owner = users.get(ownerId);
    return buildPanda({
      id,
      name,
      traits: readSignature(answers).traits,
      totalBambooStaked: sum(backing),
      uniqueBackers: new Set(backing.map((one) => one.stakerId)).size,
      owner: owner ? { id: owner.id, username: owner.username, name: owner.name, profileImage: '' } : null,
      isMine: ownerId === demo?.id,
      createdAt: createdAt.toISOString(),
    });
  });
  const ownStakes = ownStakesOf(
    stakes.filter((one) => one.stakerId === demo?.id),
    pandas,
  );
  const circleMembers = new Map(
    community.circles.map(({ id, memberIds, ownerId, createdAt }) => [
      id,
      memberIds.flatMap((memberId) => {
        const user = users.get(memberId);
        const role = memberId === ownerId ? ('owner' as const) : ('member' as const);
        return user ? [buildCircleMember({ user, role, since: createdAt.toISOString() })] : [];
      }),
    ]),
  );
  const circles = newestFirst(community.circles).map(({ memberIds, ownerId, ...circle }) => {
    const role = ownerId === demo?.id ? 'owner' : memberIds.includes(demo?.id ?? '') ? 'member' : 'none';
    return buildCircle({
      ...circle,
      ownerId,
      memberCount: memberIds.length,
      isPandaGated: circle.circleType === 'stake_gated',
      gatePanda: gatePandaOf(pandas, circle.gatePandaId),
      membership: role,
      ...(role === 'none' && circle.circleType === 'stake_gated' ? { wayIn: wayThroughGate(circle) } : {}),
      createdAt: circle.createdAt.toISOString(),
    });
  });
  const circleRequests = new Map(
    circles
      .filter(({ membership }) => membership === 'owner')
      .map(({ id }) => {
        const inIt = new Set(circleMembers.get(id)?.map((one) => one.id));
        const askers = [...users.values()].filter((user) => !inIt.has(user.id)).slice(0, 2);
        return [
          id,
          askers.map((user, n) => buildCircleRequest({ id: fixtureId('circle request', n), user })),
        ];
      }),
  );
  const messages = new Map<string, FriendMessage[]>();
  for (const { connectionId, senderId, id, text, createdAt } of newestFirst(community.messages)) {
    const isMine = senderId === demo?.id;
    const message = buildFriendMessage({ id, text, isMine, createdAt: createdAt.toISOString() });
    messages.set(connectionId, [...(messages.get(connectionId) ?? []), message]);
  }
  const friends = tied
    .filter(({ one }) => one.status === 'accepted')
    .map(({ one, user }) => buildFriend({ id: one.id, friend: user, since: one.createdAt.toISOString() }));
  const introductions = introductionsAmong(friends, [...users.values()], circles);
  return {
    user: buildUser({ pandaId: pandas.find((panda) => panda.isMine)?.id ?? null }),
    picture: null,
    users: others
      .filter(({ privacy }) => isListed(privacy, 'other'))
      .flatMap(({ id }) => users.get(id) ?? []),
    friends,
    messages,
    notifications: notificationsOf({
      tied,
      ...introductions,
      circleRequests,
      circles,
      stakes,
      pandas,
      users,
    }),
    conversations: new Map(),
    ...introductions,
    blocks: [],
    common: {
      circles: circles.filter(({ membership }) => membership !== 'none').slice(0, 2),
      friends: friends.slice(0, 4).map(({ friend }) => friend),
      hasMoreFriends: false,
    },
    pending: tied
      .filter(({ one }) => one.status === 'pending')
      .map(({ one, user }) =>
        buildPendingConnection({
          id: one.id,
          direction: one.requesterId === demo?.id ? 'outgoing' : 'incoming',
          user,
          note: one.note,
          createdAt: one.createdAt.toISOString(),
        }),
      ),
    privacy: buildPrivacySettings(),
    notificationSettings: { ...defaultNotifications },
    firstSteps: buildFirstSteps({
      steps: { profile: true, circle: true, fren: true },
      grants: grantKinds.map((kind) => ({ kind, amount: limits.grants[kind] })),
    }),
    places: [
      buildPlace(),
      buildPlace({
        id: 'phone',
        current: false,
        browser: { name: 'Safari', system: 'iOS' },
        lastSeenAt: '2026-11-19T18:05:00.000Z',
      }),
      buildPlace({ id: 'unknown', current: false, browser: null, lastSeenAt: '2026-11-11T07:30:00.000Z' }),
    ],
    inviteLink: buildInviteLink({ uses: 3 }),
    pandas,
    pictureSeeds: new Map(),
    stakes,
    ownStakes,
    heldStakes: new Map(),
    ledger: ledgerOf(ownStakes),
    content: newestFirst(community.content).map(({ pandaId, tags, authorId, ...one }) => {
      const isMine = authorId === demo?.id;
      const author = users.get(authorId) ?? null;
      return {
        ...buildContent({
          ...one,
          author: author && namedMember(author),
          metadata: { tags },
          createdAt: one.createdAt.toISOString(),
          isMine,
          canCheer: !isMine,
        }),
        pandaId,
      };
    }),
    canReview: new Set(
      stakes
        .filter(
          ({ stakerId, pandaId }) =>
            stakerId === demo?.id && !pandas.some((panda) => panda.id === pandaId && panda.isMine),
        )
        .map(({ pandaId }) => pandaId),
    ),
    circles,
    circleMembers,
    circleBans: new Map(),
    circleNotices: new Map(),
    noticesWanted: new Set(),
    circleLinks: new Map(),
    circleRequests,
    wallet: buildWallet({ staked }),
    closedCircles: new Map(
      circles
        .filter((circle) => circle.membership === 'none' && circle.circleType !== 'open')
        .map((circle) => [circle.id, closed(circle)]),
    ),
  };
}

/** Refuses answers that no API could give at one time, so that no page is built for them. */
export function assertPossible(answers: Answers): void {
  const { user, users, friends, pending, pandas, circles, closedCircles, wallet } = answers;
  const wrong: [boolean, string][] = [
    [
      user !== null && user.bambooBalance !== wallet.balance,
      'the member and the wallet have different balances',
    ],
    [
      Boolean(user?.pandaId) && !pandas.some((panda) => panda.id === user?.pandaId),
      "the member's Panda does not exist",
    ],
    [users.some((one) => one.id === user?.id), 'the member is listed to themselves'],
    [friends.some(({ friend }) => friend.relation !== 'friend'), 'a friend who is none by relation'],
    [pending.some((one) => one.user.relation !== one.direction), 'a request whose member stands otherwise'],
    [
      pending.some((one) => friends.some(({ friendId }) => friendId === one.user.id)),
      'a friend who still asks',
    ],
    [
      circles.some(({ isPandaGated, circleType }) => isPandaGated !== (circleType === 'stake_gated')),
      'a circle that is gated by a stake and is not',
    ],
    [
      circles.some(({ id, membership }) => membership !== 'none' && closedCircles.has(id)),
      'a circle that its own member cannot join',
    ],
  ];
  const found = wrong.filter(([isWrong]) => isWrong).map(([, text]) => text);
  if (found.length > 0) throw new Error(`These mocks contradict themselves: ${found.join('; ')}.`);
}

/** What the demo account was told of: all that stands in the other answers, and a sign-in. */
function notificationsOf({
  tied,
  matches,
  matchesMade,
  circleRequests,
  circles,
  stakes,
  pandas,
  users,
}: Pick<Answers, 'matches' | 'matchesMade' | 'circleRequests' | 'circles' | 'stakes' | 'pandas'> & {
  tied: { one: { id: string; status: string; requesterId: string; createdAt: Date }; user: PublicUser }[];
  users: Map<string, PublicUser>;
}): Notification[] {
  const actorOf = ({ id, username, name, profileImage }: PublicUser) => ({
    id,
    username,
    name,
    profileImage,
  });
  const named = ({ id, name }: PublicUser) => ({ id, name });
  const told: Omit<Partial<Notification>, 'id'>[] = [];
  for (const { one, user } of tied) {
    const isAsker = one.requesterId === user.id;
    const isFriend = one.status === 'accepted';
    if (isFriend === isAsker) continue;
    const kind = isFriend ? 'accepted' : 'request';
    told.push({ kind, actor: actorOf(user), isRead: isFriend, createdAt: one.createdAt.toISOString() });
  }
  for (const { status, matchmaker, other, myAnswer, createdAt } of matches) {
    if (status === 'closed') continue;
    const isRead = myAnswer !== null;
    told.push({ kind: 'suggestion', actor: actorOf(matchmaker), other: named(other), isRead, createdAt });
  }
  for (const { status, user1, user2, createdAt } of matchesMade) {
    if (status !== 'accepted' || !user1) continue;
    const other = user2 && named(user2);
    told.push({ kind: 'introductionMade', actor: actorOf(user1), other, isRead: true, createdAt });
  }
  for (const [circleId, requests] of circleRequests) {
    const circle = circles.find(({ id }) => id === circleId);
    for (const { user, createdAt } of circle ? requests : [])
      told.push({
        kind: 'circleRequest',
        actor: actorOf(user),
        circle: { id: circleId, name: circle?.name ?? '' },
        createdAt,
      });
  }
  const joined = circles.find(
    ({ membership, circleType }) => membership === 'member' && circleType === 'invite',
  );
  if (joined)
    told.push({
      kind: 'circleAccepted',
      actor: null,
      circle: { id: joined.id, name: joined.name },
      isRead: true,
      createdAt: joined.createdAt,
    });
  const own = pandas.find(({ isMine }) => isMine);
  const backers = new Set<string>();
  for (const { pandaId, stakerId, createdAt } of stakes) {
    const user = users.get(stakerId);
    if (pandaId !== own?.id || !user || backers.has(stakerId)) continue;
    backers.add(stakerId);
    told.push({ kind: 'backer', actor: actorOf(user), pandaId, isRead: true, createdAt });
  }
  told.push({ kind: 'security', actor: null, event: 'newBrowser', createdAt: '2026-11-19T18:05:00.000Z' });
  return told
    .map((one, index) => buildNotification({ id: fixtureId('notification', index), ...one }))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function asUser(member: MemberRecord, relation: Relation, pandaId: string | null): PublicUser | null {
  const { id, username, name, age, gender, bio, occupation, interests, location, privacy } = member;
  const {
    relation: _relation,
    canConnect: _canConnect,
    ...whole
  } = buildPublicUser({
    id,
    username,
    name,
    age,
    gender,
    bio,
    occupation,
    interests,
    location,
    pandaId,
  });
  const viewpoint = relation === 'friend' ? 'friend' : relation === 'none' ? 'other' : 'related';
  const shown = visibleProfile(whole, privacy, viewpoint);
  return shown && { ...shown, relation, canConnect: canConnect(relation, privacy) };
}

/** The Panda of a gate, as circles name it. */
export function gatePandaOf(pandas: readonly Panda[], id: string | null): Circle['gatePanda'] {
  const panda = pandas.find((one) => one.id === id);
  return panda ? { id: panda.id, name: panda.name, imageUrl: panda.imageUrl } : null;
}

type Gate = Pick<CircleRecord, 'gatePandaId' | 'gateMinAmount'>;

function wayThroughGate({ gatePandaId, gateMinAmount }: Gate): WayIn {
  const required = gateMinAmount ?? limits.circles.gateDefault;
  return { kind: 'stake', pandaId: gatePandaId, required, current: '0.00' };
}

function closed({ circleType, gatePandaId, gateMinAmount }: Circle): Refusal {
  if (circleType === 'invite') return { status: 403, code: 'invite_required', parts: {} };
  const details = { pandaId: gatePandaId, required: gateMinAmount, current: '0.00' };
  return { status: 403, code: 'stake_required', parts: { details } };
}

function newestFirst<Item extends { createdAt: Date }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
