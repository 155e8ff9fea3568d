import { buildUser, fixtureId } from '../fixtures/index.ts';
import type { SelfUser } from '../index.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import { emptyProfile } from '../profile-fields.ts';
import type { Answers } from './answers.ts';
import { refuse } from './lookup.ts';
import { invalidField, type Resolvers } from './mock.ts';

/** Tokens of links that the mocks know. `sent` does what it is for, `other` belongs to another account, `done` was used. */
export const mockTokens = {
  sent: 'abc',
  expired: 'expired',
  newcomer: 'newcomer',
  other: 'other',
  done: 'done',
} as const;

/** The password that the mocks take for a common one. */
export const mockCommonPassword = 'password1';

/** Whether a mail could have brought it, and it still does what it is for. */
const isSent = (token: string) =>
  token !== mockTokens.expired && Object.values<string>(mockTokens).includes(token);
function refuseUnsent(token: string): void {
  if (!isSent(token)) refuse(400, 'invalid_token');
}

/** What mails bring: no mail is sent, and a page is opened with one of `mockTokens`. */
export function linkResolvers(answers: Answers, account: { user: SelfUser; password: string }) {
  const known = account.user;
  const { email } = known;
  const newcomer = { ...emptyProfile, id: fixtureId('new member', 0), username: null, pandaId: null };
  return {
    'POST /api/auth/magic-link': ({ language }) => ({
      success: true,
      message: messageText(language, 'auth.linkSent'),
      expiresInSeconds: limits.linkMinutes['sign-in'] * 60,
    }),
    'POST /api/auth/verify': ({ body: { token, switchAccount } }) => {
      refuseUnsent(token);
      if (token === mockTokens.other && answers.user && !switchAccount) refuse(409, 'other_account');
      const isNewUser = token === mockTokens.newcomer;
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
      if (!answers.user && isMine === undefined)
        return { status: 'question', username: known.username ?? '', createdAt: known.createdAt };
      if (isMine === false) return { status: 'discarded' };
      const next = known.pendingEmail ?? 'robin@new.example';
      Object.assign(known, { email: next, pendingEmail: null });
      return { status: 'changed', email: next, user: answers.user };
    },
    'POST /api/auth/email/undo': ({ body: { token } }) => {
      refuseUnsent(token);
      answers.user = null;
      return { success: true, email: Object.assign(known, { email, pendingEmail: null }).email };
    },
    'POST /api/auth/account/keep': ({ body: { token } }) => {
      refuseUnsent(token);
      return { success: true };
    },
    'POST /api/auth/password/forgot': ({ language }) => ({
      success: true,
      message: messageText(language, 'auth.resetSent'),
      expiresInSeconds: limits.linkMinutes.reset * 60,
    }),
    'POST /api/auth/password/check': ({ body: { password } }) => ({
      isCommon: password === mockCommonPassword,
    }),
    'POST /api/auth/password/reset': ({ body: { token, password }, language }) => {
      refuseUnsent(token);
      if (password === mockCommonPassword)
        throw invalidField('password', 'validation.password.common', language);
      account.password = password;
      answers.user = Object.assign(known, { hasPassword: true });
      answers.places = answers.places.filter((one) => one.current);
      return { success: true, user: known };
    },
  } satisfies Partial<Resolvers>;
}
