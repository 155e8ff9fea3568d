/**
 * Choices of members, as data without dependencies: screens, server, database models and mocks read these lists, in the order in
 * which they are offered.
 */
export const genders = ['female', 'male', 'non-binary'] as const;
export const lookingForChoices = ['female', 'male', 'everyone'] as const;
export const connectionTypes = ['new_frens', 'group_activities', 'service_partners', 'all'] as const;

/** Youngest and oldest age of each band that Browse filters by, both included. */
export const ageRanges = {
  '18-25': { from: 18, to: 25 },
  '26-35': { from: 26, to: 35 },
  '36-45': { from: 36, to: 45 },
  '46+': { from: 46, to: Number.POSITIVE_INFINITY },
} as const;
export type AgeBand = keyof typeof ageRanges;
// Safe: the keys of a literal object are exactly its type's keys; none is an integer, so their order is stable.
export const ageBands = Object.keys(ageRanges) as AgeBand[];

/** The band of an age, or null. */
export function ageBandOf(age: number): AgeBand | null {
  return ageBands.find((band) => age >= ageRanges[band].from && age <= ageRanges[band].to) ?? null;
}

/** The relation between the viewer and another member. */
export const relations = ['none', 'outgoing', 'incoming', 'friend'] as const;
export const connectionStatuses = [
  'pending',
  'accepted',
  'declined',
  'withdrawn',
  'removed',
  'expired',
] as const;

/** The status of an introduction, the same for all three: nobody learns why, or by whom, it was closed (D25). */
export const matchStatuses = ['pending', 'accepted', 'closed'] as const;
export const matchAnswers = ['accepted', 'declined'] as const;

export const profileVisibilities = ['public', 'friends', 'private'] as const;

/** Switches of the privacy settings, beside those that show a field of the profile each. */
export const interactionSwitches = [
  'allowFriendRequests',
  'matchSuggestionsEnabled',
  'allowDirectMessages',
  'showOnlineStatus',
  'allowTagging',
  'activityVisible',
] as const;

export const circleTypes = ['open', 'invite', 'stake_gated'] as const;
export const circleRoles = ['member', 'admin', 'owner'] as const;
export const memberships = ['none', 'requested', ...circleRoles] as const;

/**
 * Reasons for ledger movements of a wallet (D33): grants, rewards for introductions, and stakes made, withdrawn or returned
 * because a Panda went.
 */
export const ledgerKinds = ['welcome', 'quiz', 'confirmed', 'match', 'stake', 'unstake', 'return'] as const;

/** Whether the member can write to somebody they may read messages with (D67). */
export const conversationStates = ['open', 'closed', 'ended'] as const;

/** The page or section that a notification links to. */
export const notificationPlaces = [
  'person',
  'conversation',
  'introductions',
  'circle',
  'notices',
  'panda',
  'security',
] as const;
export type NotificationPlace = (typeof notificationPlaces)[number];

/**
 * Kinds of notifications (D48), each with the act that settles it, after which it counts as read: an answer, or a look at its
 * place. A new kind needs a line here, its texts, and a reader in the API where it has a subject.
 */
export const settledBy = {
  request: 'answer',
  accepted: 'person',
  message: 'conversation',
  suggestion: 'answer',
  suggestionAccepted: 'person',
  introductionMade: 'introductions',
  circleInvitation: 'answer',
  circleRequest: 'answer',
  circleAccepted: 'circle',
  circleOwner: 'circle',
  circleMention: 'notices',
  circleNotice: 'notices',
  backer: 'panda',
  security: 'security',
} as const satisfies Record<string, 'answer' | NotificationPlace>;
export type NotificationKind = keyof typeof settledBy;
// Safe: as for the age bands.
export const notificationKinds = Object.keys(settledBy) as NotificationKind[];

/** What may have become of what a notification asks. */
export const notificationOutcomes = ['answered', 'friends'] as const;

/** How many notifications there are, and how many of them a look at each place settles. */
export function countByPlace(notifications: ReadonlyArray<{ kind: NotificationKind }>) {
  const places: Partial<Record<NotificationPlace, number>> = {};
  for (const { kind } of notifications) {
    const place = settledBy[kind];
    if (place !== 'answer') places[place] = (places[place] ?? 0) + 1;
  }
  return { unread: notifications.length, places };
}

/** Account events that its member should know of. */
export const securityEvents = [
  'newBrowser',
  'passwordChanged',
  'passwordRemoved',
  'emailRestored',
  'emailRefused',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Subjects of reports, and reasons (D23). */
export const reportSubjects = ['user', 'panda', 'content', 'circle', 'match', 'notice', 'message'] as const;
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'underage',
  'impersonation',
  'scam',
  'other',
] as const;

/** Kinds of content on a Panda (D43). */
export const writtenTypes = ['post', 'review'] as const;
export const contentTypes = [...writtenTypes, 'milestone'] as const;

/** What one looks for, chosen on the landing page, each with its value in the registration (D51). */
export const connectionTypeOf = {
  friends: 'new_frens',
  groups: 'group_activities',
  service: 'service_partners',
  mentorship: 'all',
  all: 'all',
} as const satisfies Record<string, (typeof connectionTypes)[number]>;
export type WishName = keyof typeof connectionTypeOf;
// Safe: as for the age bands.
export const wishNames = Object.keys(connectionTypeOf) as WishName[];

/**
 * Drafts of the page for signing in (D63): that of its sign-up form, with the fields of the registration, which the landing page's form fills in
 * (D51), and the addresses that links were sent to, of which that form drops the one for signing in where another is typed.
 */
export const authDrafts = {
  signUp: 'sign-up',
  sent: { 'sign-in': 'sent-sign-in', reset: 'sent-reset' },
} as const;

/** The vibe chosen on the landing page; the quiz greets by it, and it changes no result (D51). */
export const vibes = ['creative', 'helper', 'social', 'explorer', 'organizer'] as const;

/** Sort orders of Pandas, highest first (D65); `rising` counts backers of the last days (D47). */
export const memberSorts = ['newest', 'for-you'] as const;
export const pandaSorts = ['newest', 'fq', 'backers', 'rising'] as const;

export type Gender = (typeof genders)[number];
export type LookingFor = (typeof lookingForChoices)[number];
export type ConnectionType = (typeof connectionTypes)[number];
export type Relation = (typeof relations)[number];
export type ConnectionStatus = (typeof connectionStatuses)[number];
export type MatchStatus = (typeof matchStatuses)[number];
export type MatchAnswer = (typeof matchAnswers)[number];
export type CircleType = (typeof circleTypes)[number];
export type CircleRole = (typeof circleRoles)[number];
export type Membership = (typeof memberships)[number];
export type ReportSubject = (typeof reportSubjects)[number];
export type ReportReason = (typeof reportReasons)[number];
export type WrittenType = (typeof writtenTypes)[number];
export type ContentType = (typeof contentTypes)[number];
export type MemberSort = (typeof memberSorts)[number];
export type PandaSort = (typeof pandaSorts)[number];
export type Vibe = (typeof vibes)[number];
