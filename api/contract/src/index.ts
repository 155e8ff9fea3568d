import { compositionCalls } from '@frens/compose';
import { accountEndpoints } from './account.ts';
import { authEndpoints } from './auth.ts';
import { blockEndpoints } from './blocks.ts';
import { circleInvitationEndpoints } from './circle-invitations.ts';
import { circlePageEndpoints } from './circle-page.ts';
import { circlePostEndpoints } from './circle-posts.ts';
import { circleEndpoints } from './circles.ts';
import { connectionEndpoints } from './connections.ts';
import { conversationEndpoints } from './conversations.ts';
import type {
  AnswerOf,
  BodyInput,
  BodyOf,
  Endpoint,
  FileRule,
  PathParams,
  QueryInput,
  QueryOf,
  UploadInput,
} from './endpoint.ts';
import { friendMessageEndpoints } from './friend-messages.ts';
import { homeEndpoints } from './home.ts';
import { invitationEndpoints } from './invitations.ts';
import { matchEndpoints } from './matches.ts';
import { memberEndpoints } from './members.ts';
import { notificationSettingsEndpoints } from './notification-settings.ts';
import { notificationEndpoints } from './notifications.ts';
import { pandaEndpoints } from './pandas.ts';
import { personEndpoints } from './people.ts';
import { pictureEndpoints } from './pictures.ts';
import { privacyEndpoints } from './privacy.ts';
import { quizEndpoints } from './quiz.ts';
import { reportEndpoints } from './reports.ts';
import { sessionEndpoints } from './sessions.ts';
import { stakeEndpoints } from './stakes.ts';
import { voiceEndpoints } from './voice.ts';
import { walletEndpoints } from './wallet.ts';

/**
 * Every call of the site under its method and path: the one description that the server checks against, the client
 * is typed by and the mocks answer from. It brings zod along, so browsers import its type only.
 */
export const contract = {
  ...sessionEndpoints,
  ...authEndpoints,
  ...accountEndpoints,
  ...memberEndpoints,
  ...personEndpoints,
  ...blockEndpoints,
  ...reportEndpoints,
  ...pictureEndpoints,
  ...connectionEndpoints,
  ...friendMessageEndpoints,
  ...conversationEndpoints,
  ...homeEndpoints,
  ...matchEndpoints,
  ...invitationEndpoints,
  ...privacyEndpoints,
  ...notificationSettingsEndpoints,
  ...quizEndpoints,
  ...voiceEndpoints,
  ...pandaEndpoints,
  ...stakeEndpoints,
  ...walletEndpoints,
  ...notificationEndpoints,
  ...circleEndpoints,
  ...circlePageEndpoints,
  ...circleInvitationEndpoints,
  ...circlePostEndpoints,
  ...compositionCalls,
} satisfies Record<string, Endpoint>;

export type Contract = typeof contract;

/** A call's key: `'GET /api/users'`. */
export type CallKey = keyof Contract;
/** Calls that pages make through the client; browsers request the others (files and redirects) directly. */
export type ClientKey = {
  [Key in CallKey]: Contract[Key] extends { answer: { byClient: true } }
    ? Key
    : Contract[Key] extends { answer: object }
      ? never
      : Key;
}[CallKey];
/** All of them. */
export const clientKeys = Object.entries<Endpoint>(contract)
  .filter(([, { answer }]) => !answer || (answer.kind === 'file' && answer.byClient))
  // Safe: the keys of the contract are its calls.
  .map(([key]) => key as ClientKey);
/** Calls that answer a page of a list. */
export type PagedKey = { [Key in CallKey]: Contract[Key] extends { paged: true } ? Key : never }[CallKey];

/** Types of one call, by its name. */
export type CallParams<Key extends CallKey> = PathParams<Key>;
export type CallQuery<Key extends CallKey> = QueryInput<Contract[Key]>;
export type CallBody<Key extends CallKey> = BodyInput<Contract[Key]>;
export type CallUpload<Key extends CallKey> = UploadInput<Contract[Key]>;
export type CallAnswer<Key extends CallKey> = AnswerOf<Contract[Key]>;
/** What the client returns to a page. */
export type ClientAnswer<Key extends ClientKey> = Contract[Key] extends { answer: FileRule }
  ? Blob
  : CallAnswer<Key>;
export type ParsedQuery<Key extends CallKey> = QueryOf<Contract[Key]>;
export type ParsedBody<Key extends CallKey> = BodyOf<Contract[Key]>;

export type { FirstSteps, MemberExport } from './account.ts';
export type { Confirmation } from './auth.ts';
export type { Block } from './blocks.ts';
export type * from './choices.ts';
export type { CircleLink, MadeInvitation } from './circle-invitations.ts';
export type { CircleBan, CircleMember, CirclePage, CircleRequest, KeptRequest } from './circle-page.ts';
export type { CirclePost } from './circle-posts.ts';
export type { Circle, JoinOption } from './circles.ts';
export type { Connection, Friend, PendingConnection } from './connections.ts';
export type { ListedConversation } from './conversations.ts';
export type { Access, Endpoint, Method } from './endpoint.ts';
export type { ErrorCode, ErrorEnvelope } from './errors.ts';
export type { FriendMessage } from './friend-messages.ts';
export type { CircleReason, Home, HomeNews } from './home.ts';
export type { Invitation, InviteLink } from './invitations.ts';
export type { Language } from './languages.ts';
export type { FriendCandidates, MadeMatch, MatchCandidate, ReceivedMatch } from './matches.ts';
export type { ListedUser, PublicUser, SelfUser } from './members.ts';
export type { NotificationSettings } from './notification-settings.ts';
export type { Notification, Unread } from './notifications.ts';
export type { OwnReview, Panda, PandaContent, PandaHistory } from './pandas.ts';
export type { Conversation, InCommon, Person } from './people.ts';
export type { PrivacySettings } from './privacy.ts';
export type { SoulSignature } from './quiz.ts';
export type { MatchReason } from './reasons.ts';
export type { SignedInPlace } from './sessions.ts';
export type { OwnStake, Stake } from './stakes.ts';
export type { LedgerEntry, Wallet } from './wallet.ts';
