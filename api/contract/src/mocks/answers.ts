import type { FirstSteps } from '../account.ts';
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
import { defaultNotifications, type NotificationSettings } from '../notification-settings.ts';
import type { Notification } from '../notifications.ts';
import type { Panda, PandaContent } from '../pandas.ts';
import type { Conversation, InCommon } from '../people.ts';
import type { PrivacySettings } from '../privacy.ts';
import type { SignedInPlace } from '../sessions.ts';
import type { OwnStake, Stake } from '../stakes.ts';
import type { LedgerEntry, Wallet } from '../wallet.ts';
import { sum } from './amounts.ts';
import { mockInviteCodes } from './invitations.ts';
import type { MockFailure } from './mock.ts';

/**
 * What the mocks answer: the API's own answers as one member sees them. What a page does is put into them, so that a click shows its
 * effect, and what is refused is one of them: no rule of the API is repeated.
 */
export interface Answers {
  /** Null: signed out. */
  user: SelfUser | null;
  /** The file of their picture. */
  picture: Blob | null;
  users: PublicUser[];
  friends: Friend[];
  pending: PendingConnection[];
  /** Requests that were answered or taken back, and friendships that are over, by their ids. */
  endedConnections: Set<string>;
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
  /** Codes of invitations that are open. */
  codes: Set<string>;
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
  circleNotices: Map<string, CirclePost[]>;
  /** Circles whose posts notify the member. */
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

/** What a call is refused with. */
export type Refusal = Pick<MockFailure, 'status' | 'code' | 'parts'>;

/** The first member of a site on which nothing has happened yet. */
export function emptyAnswers(): Answers {
  return {
    user: buildUser({ bio: '', occupation: '', interests: [], location: '', pandaId: null }),
    picture: null,
    users: [],
    friends: [],
    pending: [],
    endedConnections: new Set(),
    messages: new Map(),
    notifications: [],
    conversations: new Map(),
    matches: [],
    matchesMade: [],
    matchCandidates: new Map(),
    blocks: [],
    common: { circles: [], friends: [], hasMoreFriends: false, reasons: [] },
    privacy: buildPrivacySettings(),
    notificationSettings: { ...defaultNotifications },
    firstSteps: buildFirstSteps(),
    places: [buildPlace()],
    codes: new Set(Object.values(mockInviteCodes).filter((code) => code !== mockInviteCodes.over)),
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

/** Refuses answers that no API could give at one time, so that no page is built for them. */
export function assertPossible(answers: Answers): void {
  const { user, users, friends, pending, blocks, pandas, circles, closedCircles } = answers;
  const { wallet, ownStakes, ledger } = answers;
  const wrong: [boolean, string][] = [
    [
      user !== null && user.bambooBalance !== wallet.balance,
      'the member and the wallet have different balances',
    ],
    [
      Boolean(user?.pandaId) && !pandas.some((panda) => panda.id === user?.pandaId),
      "the member's Panda does not exist",
    ],
    [wallet.staked !== sum(ownStakes), "the wallet's stakes are not those that are listed"],
    [
      ledger[0] !== undefined && ledger[0].balanceAfter !== wallet.balance,
      'the newest entry of the ledger has left another balance',
    ],
    [
      blocks.some(({ userId }) => friends.some(({ friendId }) => friendId === userId)),
      'a friend who is blocked',
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
