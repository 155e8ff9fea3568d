import { buildUser, fixtureId } from '../fixtures/index.ts';
import type { SelfUser } from '../index.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import { emptyProfile } from '../profile-fields.ts';
import type { Answers } from './answers.ts';
import { refuse } from './lookup.ts';
import { invalidField, type Resolvers } from './mock.ts';

/** The mocks' link tokens. `sent` works, `other` belongs to another account, `done` was used. */
export const mockTokens = {
  sent: 'abc',
  expired: 'expired',
  newcomer: 'newcomer',
  other: 'other',
  done: 'done',
} as const;

/** A common password. */
export const mockCommonPassword = 'password1';

/** Whether a token is known and still works. */
const isSent = (token: string) =>
  token !== mockTokens.expired && Object.values<string>(mockTokens).includes(token);
/** An account. */
export interface Account {
  user: SelfUser;
  /** Null without a password. */
  password: string | null;
  /** Purposes of used links. */
  spent: Set<string>;
  /** Until when its deletion can be cancelled, if pending. */
  undoUntil?: string;
}

/** Asks at sign-in whether to cancel a pending deletion (D46). */
export function keepIfWanted(account: Account, isWanted = false): void {
  const { undoUntil } = account;
  if (undoUntil && !isWanted) refuse(403, 'account_ending', { details: { undoUntil } });
  delete account.undoUntil;
}

/**
 * Links in mails: no mail is sent; open a page with one of `mockTokens`.
 *
 * @param holderOf finds another account with an address
 */
export function linkResolvers(
  answers: Answers,
  account: Account,
  holderOf: (email: string) => SelfUser | undefined,
) {
  const { user: known, spent } = account;
  function refuseUnsent(token: string): void {
    if (!isSent(token)) refuse(400, 'invalid_token');
  }
  /** For links that work once. */
  function spend(purpose: string, token: string): void {
    refuseUnsent(token);
    if (spent.has(purpose)) refuse(400, 'invalid_token');
    spent.add(purpose);
  }
  const { email } = known;
  const newcomer = { ...emptyProfile, id: fixtureId('new member', 0), username: null, pandaId: null };
  return {
    'POST /api/auth/magic-link': ({ language }) => ({
      success: true,
      message: messageText(language, 'auth.linkSent'),
      expiresInSeconds: limits.linkMinutes['sign-in'] * 60,
    }),
    'POST /api/auth/verify': ({ body: { token, switchAccount, keepAccount } }) => {
      refuseUnsent(token);
      if (token === mockTokens.other && answers.user && !switchAccount) refuse(409, 'other_account');
      const isNewUser = token === mockTokens.newcomer;
      if (!isNewUser) keepIfWanted(account, keepAccount);
      const user = isNewUser ? buildUser({ ...newcomer, profileComplete: false, hasPassword: false }) : known;
      answers.user = user;
      return { success: true, user, isNewUser, needsProfile: isNewUser, passwordRemoved: false, next: null };
    },
    'POST /api/auth/link/check': ({ body: { token } }) => ({
      isUsable: isSent(token),
      isDone: token === mockTokens.done,
    }),
    'POST /api/auth/email/confirm': ({ body: { token, isMine } }) => {
      refuseUnsent(token);
      if (!answers.user && isMine === undefined)
        return { status: 'question', username: known.username ?? '', createdAt: known.createdAt };
      if (isMine === false) return { status: 'freed' };
      if (answers.user) answers.user.emailVerified = true;
      return { status: 'confirmed', user: answers.user };
    },
    'POST /api/auth/email/change': ({ body: { token, isMine } }) => {
      refuseUnsent(token);
      if (known.pendingEmail && holderOf(known.pendingEmail)) refuse(409, 'account_exists');
      if (!answers.user && isMine === undefined)
        return { status: 'question', username: known.username ?? '', createdAt: known.createdAt };
      if (isMine === false) return { status: 'discarded' };
      spend('change', token);
      const next = known.pendingEmail ?? 'robin@new.example';
      Object.assign(known, { email: next, pendingEmail: null });
      return { status: 'changed', email: next, user: answers.user };
    },
    'POST /api/auth/email/undo': ({ body: { token } }) => {
      refuseUnsent(token);
      if (holderOf(email)?.emailVerified) refuse(409, 'account_exists');
      spend('undo', token);
      answers.user = account.password = null;
      return {
        success: true,
        email: Object.assign(known, { email, pendingEmail: null, hasPassword: false }).email,
      };
    },
    'POST /api/auth/account/keep': ({ body: { token } }) => {
      refuseUnsent(token);
      keepIfWanted(account, true);
      return { success: true };
    },
    'POST /api/auth/password/forgot': ({ language }) => {
      spent.delete('reset');
      const message = messageText(language, 'auth.resetSent');
      return { success: true, message, expiresInSeconds: limits.linkMinutes.reset * 60 };
    },
    'POST /api/auth/password/check': ({ body: { password } }) => ({
      isCommon: password === mockCommonPassword,
    }),
    'POST /api/auth/password/reset': ({ body: { token, password, keepAccount }, language }) => {
      if (spent.has('reset')) refuse(400, 'invalid_token');
      refuseUnsent(token);
      if (password === mockCommonPassword)
        throw invalidField('password', 'validation.password.common', language);
      keepIfWanted(account, keepAccount);
      spend('reset', token);
      account.password = password;
      answers.user = Object.assign(known, { hasPassword: true });
      answers.places = answers.places.filter((one) => one.current);
      return { success: true, user: known };
    },
  } satisfies Partial<Resolvers>;
}
