import type { Block } from '../blocks.ts';
import type { CircleLink } from '../circle-invitations.ts';
import type { CircleBan, CircleMember, CircleRequest } from '../circle-page.ts';
import type { CirclePost } from '../circle-posts.ts';
import type { Circle } from '../circles.ts';
import type { Friend, PendingConnection } from '../connections.ts';
import {
  buildFirstSteps,
  buildLedgerEntry,
  buildPlace,
  buildPrivacySettings,
  buildUser,
  buildWallet,
} from '../fixtures/index.ts';
import type { FriendMessage } from '../friend-messages.ts';
import type { InviteLink } from '../invitations.ts';
import type { MadeMatch, MatchCandidate, ReceivedMatch } from '../matches.ts';
import type { PublicUser, SelfUser } from '../members.ts';
import { defaultNotifications } from '../notification-settings.ts';
import type { Notification } from '../notifications.ts';
import type { Panda, PandaContent } from '../pandas.ts';
import type { Conversation, InCommon } from '../people.ts';
import type { OwnStake, Stake } from '../stakes.ts';
import { mockInviteCodes } from './invitations.ts';
import { sum } from './lookup.ts';
import type { MockFailure, MockState } from './mock.ts';

/** A refusal of a call. */
export type Refusal = Pick<MockFailure, 'status' | 'code' | 'parts'>;

/**
 * The mocks' state: API answers as one member sees them. Calls change it, so that a click shows its
 * effect; refusals are part of it, so that no rule of the API is duplicated.
 */
export type Answers = ReturnType<typeof emptyAnswers>;

const list = <Item>(): Item[] => [];
/** Lists by their owner's id. */
const lists = <Item>() => new Map<string, Item[]>();

/** The state of an empty site with one member. All lists are newest first. */
export function emptyAnswers() {
  return {
    /** Null when signed out. */
    user: buildUser({
      bio: '',
      occupation: '',
      interests: [],
      location: '',
      pandaId: null,
    }) as SelfUser | null,
    /** The member's picture file. */
    picture: null as Blob | null,
    users: list<PublicUser>(),
    /** Members reported by the member. */
    reported: list<PublicUser>(),
    friends: list<Friend>(),
    pending: list<PendingConnection>(),
    /** Ids of answered or withdrawn requests and of ended friendships. */
    endedConnections: new Set<string>(),
    /** Messages by connection. */
    messages: lists<FriendMessage>(),
    notifications: list<Notification>(),
    /** Restrictions on messaging, by member. */
    conversations: new Map<string, Pick<Conversation, 'id' | 'state'>>(),
    /** Introductions of the member to others, and those made by the member. */
    matches: list<ReceivedMatch>(),
    matchesMade: list<MadeMatch>(),
    /** Candidates for introductions, by friend. */
    matchCandidates: lists<MatchCandidate>(),
    blocks: list<Block>(),
    common: { circles: [], friends: [], hasMoreFriends: false, reasons: [] } as InCommon,
    privacy: buildPrivacySettings(),
    notificationSettings: { ...defaultNotifications },
    firstSteps: buildFirstSteps(),
    places: [buildPlace()],
    /** Valid invitation codes. */
    codes: new Set<string>(Object.values(mockInviteCodes).filter((code) => code !== mockInviteCodes.over)),
    /** Null without a working link. */
    inviteLink: null as InviteLink | null,
    pandas: list<Panda>(),
    /** Picture seeds by Panda; one without is drawn from its id. */
    pictureSeeds: new Map<string, string>(),
    stakes: list<Stake>(),
    /** The member's own stakes. */
    ownStakes: list<OwnStake>(),
    /** Reasons to confirm a withdrawal, by stake. */
    heldStakes: new Map<string, Refusal>(),
    /** The newest entry's balance equals the wallet's. */
    ledger: [buildLedgerEntry()],
    content: list<PandaContent & { pandaId: string }>(),
    /** Ids of Pandas that the member backs and may review. */
    canReview: new Set<string>(),
    circles: list<Circle>(),
    /** Members of circles, without the signed-in member. */
    circleMembers: lists<CircleMember>(),
    circleBans: lists<CircleBan>(),
    circlePosts: lists<CirclePost>(),
    /** Circles whose posts notify the member. */
    noticesWanted: new Set<string>(),
    circleLinks: lists<CircleLink>(),
    circleRequests: lists<CircleRequest>(),
    wallet: buildWallet({ staked: '0.00' }),
    /** Reasons why circles cannot be joined, by circle. */
    closedCircles: new Map<string, Refusal>(),
    /** Refusals by call, or by call and an id in its request. */
    refusals: new Map<string, Refusal>(),
    /** The suspension, if any. */
    suspension: null as MockState['suspension'],
  };
}

/** Throws for inconsistent answers, so that no page is built for an impossible state. */
export function assertPossible(answers: Answers): void {
  const { user, users, friends, pending, blocks, pandas, circles, closedCircles } = answers;
  const { wallet, ownStakes, ledger } = answers;
  const isFriend = (id: string) => friends.some(({ friendId }) => friendId === id);
  const wrong = {
    'the member and the wallet have different balances': user && user.bambooBalance !== wallet.balance,
    "the member's Panda does not exist": user?.pandaId && !pandas.some(({ id }) => id === user.pandaId),
    "the wallet's stakes are not those that are listed": wallet.staked !== sum(ownStakes),
    'the newest entry of the ledger has left another balance':
      ledger[0] && ledger[0].balanceAfter !== wallet.balance,
    'a friend who is blocked': blocks.some(({ userId }) => isFriend(userId)),
    'the member is listed to themselves': users.some(({ id }) => id === user?.id),
    'a friend who is none by relation': friends.some(({ friend }) => friend.relation !== 'friend'),
    'a request whose member stands otherwise': pending.some((one) => one.user.relation !== one.direction),
    'a friend who still asks': pending.some((one) => isFriend(one.user.id)),
    'a circle that is gated by a stake and is not': circles.some(
      ({ isPandaGated, circleType }) => isPandaGated !== (circleType === 'stake_gated'),
    ),
    'a circle that its own member cannot join': circles.some(
      ({ id, membership }) => membership !== 'none' && closedCircles.has(id),
    ),
  };
  const found = Object.entries(wrong).flatMap(([text, isWrong]) => (isWrong ? [text] : []));
  if (found.length > 0) throw new Error(`These mocks contradict themselves: ${found.join('; ')}.`);
}
