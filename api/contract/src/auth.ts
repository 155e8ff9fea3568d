import { z } from 'zod';
import { perDay, perMinutes, silently } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { InviteCode, Time } from './fields.ts';
import { limits } from './limits.ts';
import { Email, Password, SelfUser } from './members.ts';
import { KeepAccount } from './sessions.ts';
import { nextPathOf } from './site-path.ts';

/** A link's token, as in its address. Anything else is answered like a used link. */
const Token = z.string({ error: 'validation.text' }).max(200, 'validation.text');

export const MagicLinkBody = z.object({
  email: Email,
  /** Where to go after signing in, stored with the link so that it works on another device (D9). */
  next: z
    .string({ error: 'validation.text' })
    .max(limits.nextPath.max, 'validation.text')
    .refine((path) => nextPathOf(path) !== null, 'validation.text')
    .optional(),
  inviteCode: InviteCode.optional(),
});

const VerifyLinkBody = z.object({
  token: Token,
  /** Confirms that a member signed in to another account wants to switch to the link's account. */
  switchAccount: z.boolean({ error: 'validation.switch' }).optional(),
  /** For a new account, unless the link's request already had one (D45). */
  inviteCode: InviteCode.optional(),
  keepAccount: KeepAccount,
});

/**
 * Links whose page waits for a press; those that sign in or confirm only where scanners open links (D10). Their validity can be
 * checked before anything is typed or pressed.
 */
export const waitingLinks = [
  'sign-in',
  'reset',
  'confirm',
  'change-email',
  'undo-email',
  'keep-account',
  'stop-invitations',
] as const;

export const ForgotPasswordBody = z.object({ email: Email });

export const ResetPasswordBody = z.object({ token: Token, password: Password, keepAccount: KeepAccount });

export const ConfirmAddressBody = z.object({
  token: Token,
  /** The reader's answer whether the account is theirs, in a browser that is not signed in to it (D10, D14). */
  isMine: z.boolean({ error: 'validation.switch' }).optional(),
});

/** The result of a link that confirms an address. */
export const Confirmation = z.discriminatedUnion('status', [
  /** `user` is present if this browser is signed in to the account. */
  z.object({ status: z.literal('confirmed'), user: SelfUser.nullable() }),
  /** Nothing has changed yet: the reader must first say whether they created this account. */
  z.object({ status: z.literal('question'), username: z.string(), createdAt: Time }),
  /** They did not: the address was removed from the account. */
  z.object({ status: z.literal('freed') }),
]);

/** The result of a link that changes the account's address. */
export const ChangeOfAddress = z.discriminatedUnion('status', [
  /** `user` is present if this browser is signed in to the account. */
  z.object({ status: z.literal('changed'), email: z.string(), user: SelfUser.nullable() }),
  /** Nothing has changed yet: the reader must first say whether the account is theirs. */
  z.object({ status: z.literal('question'), username: z.string(), createdAt: Time }),
  /** It is not: the account keeps its address. */
  z.object({ status: z.literal('discarded') }),
]);

/** The same answer whether or not an account has the address. */
const LinkSent = z.object({
  success: z.literal(true),
  message: z.string(),
  expiresInSeconds: z.number().int(),
});

export const authEndpoints = {
  /** Answers the same whether or not an account has the address; mails over the global limit are queued (D9). */
  'POST /api/auth/magic-link': endpoint({
    access: 'public',
    limits: [
      perMinutes(15, limits.magicLinks.per15Minutes, { body: 'email', fromOneNetwork: true }),
      perDay(limits.magicLinks.perDay, { body: 'email', fromOneNetwork: true }),
      perMinutes(15, limits.magicLinks.perNetwork, 'network'),
      silently(perDay(limits.magicLinks.atOncePerDay, { body: 'email' })),
    ],
    body: MagicLinkBody,
    response: LinkSent,
    refuses: ['503 mail_unavailable'],
  }),
  /**
   * Spends a link and signs in; makes the account of an address that has none (D10). A browser that is signed in to another
   * account gets 409 `other_account` and the link stays, unless it says that its reader wants to change.
   */
  'POST /api/auth/verify': endpoint({
    access: 'public',
    body: VerifyLinkBody,
    response: z.object({
      success: z.literal(true),
      user: SelfUser,
      isNewUser: z.boolean(),
      needsProfile: z.boolean(),
      /** The address had never been confirmed: the password set by then was removed, and the member should know. */
      passwordRemoved: z.boolean(),
      next: z.string().nullable(),
    }),
    refuses: ['400 invalid_token', '403 account_ending', '409 other_account'],
  }),
  /** Answers the same for every address; mails over an address's limit are queued silently (D13). */
  'POST /api/auth/password/forgot': endpoint({
    access: 'public',
    limits: [
      perMinutes(15, limits.passwordResets.perNetwork, 'network'),
      silently(perMinutes(15, limits.passwordResets.per15Minutes, { body: 'email' })),
      silently(perDay(limits.passwordResets.perDay, { body: 'email' })),
    ],
    body: ForgotPasswordBody,
    response: LinkSent,
    refuses: ['503 mail_unavailable'],
  }),
  /**
   * Whether a link still works. Does not use it up; expired, used, foreign and made-up links look alike
   * (docs/decisions/0093).
   */
  'POST /api/auth/link/check': endpoint({
    access: 'public',
    body: z.object({ purpose: z.enum(waitingLinks, { error: 'validation.invalid' }), token: Token }),
    response: z.object({
      isUsable: z.boolean(),
      /** Its effect has already happened: using it again changes nothing. */
      isDone: z.boolean(),
    }),
  }),
  /** Spends a link and sets the password; ends every session and begins one here (D13). */
  'POST /api/auth/password/reset': endpoint({
    access: 'public',
    body: ResetPasswordBody,
    response: z.object({ success: z.literal(true), user: SelfUser }),
    refuses: ['400 invalid_token', '403 account_ending'],
  }),
  /** Whether a password is common: sign-up warns about it but accepts it (D7). */
  'POST /api/auth/password/check': endpoint({
    access: 'public',
    limits: [perMinutes(15, limits.passwordChecks.perNetwork, 'network')],
    body: z.object({
      password: Password,
      /** Names of the future owner, if known: passwords made of them are refused. */
      username: z.string({ error: 'validation.text' }).max(200, 'validation.text').optional(),
      email: z.string({ error: 'validation.text' }).max(300, 'validation.text').optional(),
      name: z.string({ error: 'validation.text' }).max(200, 'validation.text').optional(),
    }),
    response: z.object({ isCommon: z.boolean() }),
  }),
  /** Confirms the address of the account that the link was sent for; asks first where nobody is signed in to it (D10). */
  'POST /api/auth/email/confirm': endpoint({
    access: 'public',
    body: ConfirmAddressBody,
    response: Confirmation,
    refuses: ['400 invalid_token'],
  }),
  /** Makes the pending address the account's; asks first where nobody is signed in to it (D14). */
  'POST /api/auth/email/change': endpoint({
    access: 'public',
    body: ConfirmAddressBody,
    response: ChangeOfAddress,
    refuses: ['400 invalid_token', '409 account_exists'],
  }),
  /** Keeps or restores the address that a change replaced; ends all sessions (D14). */
  'POST /api/auth/email/undo': endpoint({
    access: 'public',
    body: z.object({ token: Token }),
    response: z.object({ success: z.literal(true), email: z.string() }),
    refuses: ['400 invalid_token', '409 account_exists'],
  }),
  /** Cancels an account's deletion by a link from a mail; does not sign in (D46). */
  'POST /api/auth/account/keep': endpoint({
    access: 'public',
    body: z.object({ token: Token }),
    response: z.object({ success: z.literal(true) }),
    refuses: ['400 invalid_token'],
  }),
};

export type Confirmation = z.output<typeof Confirmation>;
