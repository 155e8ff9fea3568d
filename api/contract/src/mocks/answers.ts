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

/** What a call is refused with. */
export type Refusal = Pick<MockFailure, 'status' | 'code' | 'parts'>;

/**
 * What the mocks answer: the API's own answers as one member sees them. What a page does is put into them, so that a click shows its
 * effect, and what is refused is one of them: no rule of the API is repeated.
 */
export type Answers = ReturnType<typeof emptyAnswers>;

const list = <Item>(): Item[] => [];
/** Lists by the ids of those that they belong to. */
const lists = <Item>() => new Map<string, Item[]>();

/** The first member of a site on which nothing has happened yet. All lists are newest first. */
export function emptyAnswers() {
  return {
    /** Null: signed out. */
    user: buildUser({
      bio: '',
      occupation: '',
      interests: [],
      location: '',
      pandaId: null,
    }) as SelfUser | null,
    /** The file of their picture. */
    picture: null as Blob | null,
    users: list<PublicUser>(),
    /** Whom the member has reported. */
    reported: list<PublicUser>(),
    friends: list<Friend>(),
    pending: list<PendingConnection>(),
    /** Requests that were answered or taken back, and friendships that are over, by their ids. */
    endedConnections: new Set<string>(),
    /** What friends and the member wrote to each other, by their connections. */
    messages: lists<FriendMessage>(),
    notifications: list<Notification>(),
    /** With whom the member cannot write as with other friends, and how far, by their ids. */
    conversations: new Map<string, Pick<Conversation, 'id' | 'state'>>(),
    /** Introductions of the member to others, and those that the member made. */
    matches: list<ReceivedMatch>(),
    matchesMade: list<MadeMatch>(),
    /** Whom each friend could be introduced to, by the friend's id. */
    matchCandidates: lists<MatchCandidate>(),
    blocks: list<Block>(),
    common: { circles: [], friends: [], hasMoreFriends: false, reasons: [] } as InCommon,
    privacy: buildPrivacySettings(),
    notificationSettings: { ...defaultNotifications },
    firstSteps: buildFirstSteps(),
    places: [buildPlace()],
    /** Codes of invitations that are open. */
    codes: new Set<string>(Object.values(mockInviteCodes).filter((code) => code !== mockInviteCodes.over)),
    /** Null: none that works. */
    inviteLink: null as InviteLink | null,
    pandas: list<Panda>(),
    /** By Panda; one without is drawn from its id. */
    pictureSeeds: new Map<string, string>(),
    stakes: list<Stake>(),
    /** The member's own, as their page of BAMBOO shows them. */
    ownStakes: list<OwnStake>(),
    /** Why single ones cannot be withdrawn unasked, by their id. */
    heldStakes: new Map<string, Refusal>(),
    /** The newest has left what the wallet holds. */
    ledger: [buildLedgerEntry()],
    content: list<PandaContent & { pandaId: string }>(),
    /** The Pandas that the member backs and may review, by their ids. */
    canReview: new Set<string>(),
    circles: list<Circle>(),
    /** Who is in them, the signed-in member aside. */
    circleMembers: lists<CircleMember>(),
    circleBans: lists<CircleBan>(),
    circlePosts: lists<CirclePost>(),
    /** Circles whose posts notify the member. */
    noticesWanted: new Set<string>(),
    circleLinks: lists<CircleLink>(),
    circleRequests: lists<CircleRequest>(),
    wallet: buildWallet({ staked: '0.00' }),
    /** Why single circles cannot be joined, by their id. */
    closedCircles: new Map<string, Refusal>(),
    /** What other members, time or the site refuse: by the call, or the call and an id that it names. */
    refusals: new Map<string, Refusal>(),
    /** What a suspended member is told. */
    suspension: null as MockState['suspension'],
  };
}

/** Refuses answers that no API could give at one time, so that no page is built for them. */
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
