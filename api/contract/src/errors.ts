/**
 * Error codes (D2). The interface branches on a code, never on a text; texts are in locales under
 * `errors.<code>`, in the caller's language.
 */
export const errorCodes = {
  invalid: 'invalid',
  invalidAmount: 'invalid_amount',
  signedOut: 'signed_out',
  /** The session has ended: signed out elsewhere, by a new password, or expired. */
  sessionEnded: 'session_ended',
  invalidCredentials: 'invalid_credentials',
  invalidToken: 'invalid_token',
  forbidden: 'forbidden',
  crossSite: 'cross_site_request',
  freshSignInRequired: 'fresh_sign_in_required',
  underAge: 'under_age',
  /** Only members with a confirmed address may do this. */
  emailUnconfirmed: 'email_unconfirmed',
  accountEnding: 'account_ending',
  /** D23: `details` say why, until when, and whom to answer. */
  accountSuspended: 'account_suspended',
  profileIncomplete: 'profile_incomplete',
  requestsClosed: 'requests_closed',
  /** D67: the friend takes no messages. */
  messagesClosed: 'messages_closed',
  /** D67: the conversation is read-only. */
  friendshipEnded: 'friendship_ended',
  /** D25: only friends are introduced. */
  notYourFriend: 'not_your_friend',
  suggestionsClosed: 'suggestions_closed',
  inviteRequired: 'invite_required',
  /** D32: banned from a circle. */
  notAdmitted: 'not_admitted',
  /** The invitation code is used up, expired, revoked or unknown (D30). */
  inviteInvalid: 'invite_invalid',
  stakeRequired: 'stake_required',
  /** D43: only backers may review. */
  backerRequired: 'backer_required',
  /** D42: a Panda can be renamed once in 30 days. */
  renamedRecently: 'renamed_recently',
  notFound: 'not_found',
  methodNotAllowed: 'method_not_allowed',
  conflict: 'conflict',
  /** The page was built for a contract that is no longer served: it must reload. */
  clientTooOld: 'client_too_old',
  accountExists: 'account_exists',
  /** A link that would silently move a signed-in browser to another account. */
  otherAccount: 'other_account',
  alreadyRequested: 'already_requested',
  alreadyConnected: 'already_connected',
  alreadySuggested: 'already_suggested',
  /** D25: one of both declined recently, or too many introductions of them are pending. */
  recentlySuggested: 'recently_suggested',
  tooManyCircles: 'too_many_circles',
  /** D32: a circle always has an owner. */
  ownerMustHandOver: 'owner_must_hand_over',
  insufficientBamboo: 'insufficient_bamboo',
  /** D36: the stake can be withdrawn later. */
  stakeLocked: 'stake_locked',
  moreThanStaked: 'more_than_staked',
  /** D31: with a smaller stake, the member would lose access to these circles. */
  circlesAffected: 'circles_affected',
  requestRunning: 'request_running',
  requestTimeout: 'request_timeout',
  tooLarge: 'too_large',
  unsupportedMediaType: 'unsupported_media_type',
  idempotencyKeyReused: 'idempotency_key_reused',
  /** A limit that is higher for members with a confirmed address. */
  unconfirmedLimit: 'unconfirmed_limit',
  tooManyRequests: 'too_many_requests',
  /** D44: the voice service is missing or unavailable. */
  voiceUnavailable: 'voice_unavailable',
  /** The site has no mail server yet, so a requested link would arrive too late. */
  mailUnavailable: 'mail_unavailable',
  internal: 'internal',
  unavailable: 'unavailable',
  /** D78: the server is overloaded; `Retry-After` says when to retry. */
  busy: 'busy',
  /** The disk is full: nothing can be written, everything can be read. */
  storageFull: 'storage_full',
  /** The disk fails: nothing can be written. */
  storageFailed: 'storage_failed',
  /** Never sent by the server: the browser could not reach it. */
  network: 'network',
} as const;

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes];

/** How a call is refused: status and code. */
export type Refusal = `${number} ${ErrorCode}`;

/** A detail of an error: a value, or the objects concerned. */
export type ErrorDetail = string | number | null | readonly { id: string; name: string }[];

/** The body of every answer that is not a success. */
export interface ErrorEnvelope {
  code: ErrorCode;
  /** One plain sentence in the caller's language. */
  message: string;
  /** Every invalid field with its message. */
  fields?: Record<string, string>;
  /** Details that a page may need, such as the stake that a circle requires. */
  details?: Record<string, ErrorDetail>;
  requestId: string;
}

interface ApiErrorParts {
  status: number;
  code: ErrorCode | 'unknown';
  serverMessage: string;
  fields?: Record<string, string>;
  details?: ErrorEnvelope['details'];
  requestId?: string;
  retryAfter?: number;
  isOurs?: boolean;
  cause?: unknown;
}

/** A call that did not succeed. `message` is what toasts "with message" show, `serverMessage` the sentence alone. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  readonly serverMessage: string;
  readonly fields: Record<string, string>;
  readonly details: NonNullable<ErrorEnvelope['details']>;
  readonly requestId: string | null;
  /** Seconds after which the server suggests a retry. */
  readonly retryAfter: number | null;
  /** False if the sentence is not our server's: a proxy's page, an empty body, an unreadable answer. */
  readonly isOurs: boolean;

  constructor(parts: ApiErrorParts) {
    super(`${parts.status}: ${parts.serverMessage}`, parts.cause === undefined ? {} : { cause: parts.cause });
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.serverMessage = parts.serverMessage;
    this.fields = parts.fields ?? {};
    this.details = parts.details ?? {};
    this.requestId = parts.requestId ?? null;
    this.retryAfter = parts.retryAfter ?? null;
    this.isOurs = parts.isOurs ?? true;
  }
}
