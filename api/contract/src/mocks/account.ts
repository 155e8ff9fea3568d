import { type HttpHandler, HttpResponse, http } from 'msw';
import type { ErrorCode } from '../errors.ts';
import { buildUser, communityNow, demoCommunity } from '../fixtures/index.ts';
import type { SelfUser } from '../index.ts';
import { limits } from '../limits.ts';
import { canonicalAddress } from '../mail-address.ts';
import { messageText } from '../messages.ts';
import { picturePath, readPictureFile } from '../picture-files.ts';
import { isPicture } from '../picture-signatures.ts';
import { skeletonOf } from '../usernames.ts';
import type { Answers } from './answers.ts';
import { type Account, keepIfWanted, linkResolvers, mockCommonPassword } from './links.ts';
import { findById, newId, refuse, requireMember } from './lookup.ts';
import { invalidField, MockFailure, type Resolvers, refusal, requestLanguage } from './mock.ts';

/** The file name of the one uploaded picture. */
const pictureName = 'f'.repeat(32);

/** The demo data, created on first use and never changed. */
let community: ReturnType<typeof demoCommunity> | undefined;

/** The account: sign-in and sign-up, profile and picture, settings, safety and deletion. */
export function accountResolvers(answers: Answers) {
  const { demo, members } = (community ??= demoCommunity());
  const openAccount = (user: SelfUser, password: string | null): Account => ({
    user,
    password,
    spent: new Set(),
  });
  const known = openAccount(answers.user ?? buildUser(), demo.password);
  /** Who can sign in. */
  const accounts = [known];
  const ownAccount = () => accounts.find(({ user }) => user.id === answers.user?.id);
  function refuseTaken(
    { username, email }: { username: string; email?: string },
    code: ErrorCode,
    parts = {},
  ) {
    const listed = new Set(answers.users.map(({ id }) => id));
    const taken = [...accounts.map(({ user }) => user), ...members.filter(({ id }) => listed.has(id))];
    const isTaken = (one: { username: string | null; email: string }) =>
      skeletonOf(one.username ?? '') === skeletonOf(username) ||
      (email !== undefined && canonicalAddress(one.email) === canonicalAddress(email));
    if (taken.some(isTaken)) refuse(409, code, parts);
  }
  const holderOf = (email: string) =>
    accounts.map(({ user }) => user).find((one) => one !== known.user && one.email === email);
  return {
    ...linkResolvers(answers, known, holderOf),
    'POST /api/login': ({ body }) => {
      const isNamed = ({ username, email }: SelfUser) =>
        [username, email].some((name) => name?.toLowerCase() === body.username.toLowerCase());
      const account = accounts.find(({ user, password }) => isNamed(user) && password === body.password);
      if (!account) return refuse(401, 'invalid_credentials');
      keepIfWanted(account, body.keepAccount);
      answers.user = account.user;
      return account.user;
    },
    'POST /api/register': ({ body: { password, inviteCode: _code, ...body }, language }) => {
      if (body.profileImage !== '') throw invalidField('profileImage', 'validation.profileImage', language);
      refuseTaken(body, 'account_exists');
      const user = buildUser({ ...body, id: newId('member'), emailVerified: false, pandaId: null });
      accounts.push(openAccount(user, password));
      answers.user = user;
      return user;
    },
    'POST /api/logout': () => {
      answers.user = null;
      return { success: true };
    },
    'POST /api/account/complete': ({ body, language }) => {
      const user = requireMember(answers);
      if (user.profileComplete) refuse(409, 'conflict');
      if (body.age < limits.age.min) {
        answers.user = null;
        refuse(403, 'under_age');
      }
      const message = messageText(language, 'validation.username.taken');
      refuseTaken(body, 'account_exists', { message, fields: { username: message } });
      return Object.assign(user, body, { profileComplete: true });
    },
    'PATCH /api/users/:id': ({ params, body: { currentPassword, email, ...changes }, language }) => {
      const user = requireMember(answers);
      if (params.id !== user.id) refuse(403, 'forbidden');
      if (currentPassword !== undefined && currentPassword !== ownAccount()?.password)
        throw invalidField('currentPassword', 'validation.currentPassword', language);
      if (![undefined, '', user.profileImage].includes(changes.profileImage))
        throw invalidField('profileImage', 'validation.profileImage', language);
      Object.assign(user, changes);
      // A confirmed address stays until the link mailed to the new one is used (D14).
      const isNew = email !== undefined && email !== user.email;
      if (isNew) ownAccount()?.spent.clear();
      if (email !== undefined)
        Object.assign(user, user.emailVerified ? { pendingEmail: isNew ? email : null } : { email });
      answers.firstSteps.steps.profile = true;
      return user;
    },
    'DELETE /api/account/pending-email': () => Object.assign(requireMember(answers), { pendingEmail: null }),
    'GET /api/notification-settings': () => answers.notificationSettings,
    'PATCH /api/notification-settings': ({ body }) => Object.assign(answers.notificationSettings, body),
    'GET /api/privacy-settings': () => answers.privacy,
    'PATCH /api/privacy-settings': ({ body }) => Object.assign(answers.privacy, body),
    'GET /api/sessions': () => answers.places,
    'DELETE /api/sessions/:id': ({ params }) => {
      const ended = findById(answers.places, params.id);
      answers.places = answers.places.filter((one) => one !== ended);
      if (ended.current) answers.user = null;
    },
    'POST /api/sessions/revoke-others': () => {
      answers.places = answers.places.filter((one) => one.current);
    },
    'POST /api/account/password': ({ body: { currentPassword, newPassword }, language }) => {
      const user = requireMember(answers);
      if (newPassword === mockCommonPassword)
        throw invalidField('newPassword', 'validation.password.common', language);
      const own = ownAccount();
      if (currentPassword !== undefined && currentPassword !== own?.password)
        throw invalidField('currentPassword', 'validation.currentPassword', language);
      if (own) own.password = newPassword;
      else accounts.push(openAccount(user, newPassword));
      user.hasPassword = true;
    },
    'DELETE /api/account': ({ body: { confirm, password }, language }) => {
      const { username, email, hasPassword } = requireMember(answers);
      if (confirm !== (username ?? email)) throw invalidField('confirm', 'validation.confirmName', language);
      if (hasPassword && password === undefined)
        throw invalidField('password', 'validation.password.currentNeeded', language);
      if (hasPassword && password !== ownAccount()?.password)
        throw invalidField('password', 'validation.currentPassword', language);
      const end = communityNow.getTime() + limits.ending.undoDays * 86_400_000;
      const undoUntil = new Date(end).toISOString();
      Object.assign(ownAccount() ?? {}, { undoUntil });
      answers.user = null;
      return { undoUntil };
    },
    'GET /api/account/export': ({ language }) => {
      const { id, username, email } = requireMember(answers);
      const entries = [{ id, username, email }];
      const profile = { description: messageText(language, 'export.parts.profile'), entries };
      const description = messageText(language, 'export.description');
      return { format: 1, madeAt: communityNow.toISOString(), description, parts: { profile } };
    },
    'POST /api/users/me/image': async ({ request, language }) => {
      const image = (await request.formData()).get('image');
      if (!(image instanceof Blob) || !isPicture(new Uint8Array(await image.arrayBuffer())))
        throw invalidField('image', 'validation.picture.type', language);
      answers.picture = image;
      return Object.assign(requireMember(answers), { profileImage: picturePath(pictureName) });
    },
    'DELETE /api/users/me/image': () => {
      answers.picture = null;
      return Object.assign(requireMember(answers), { profileImage: '' });
    },
  } satisfies Partial<Resolvers>;
}

/** Serves the uploaded picture under every picture URL. */
export function pictureFile(answers: Answers): HttpHandler {
  return http.get('*/media/pictures/:file', async ({ request, params: { file } }) =>
    answers.picture && readPictureFile(String(file))
      ? new HttpResponse(await answers.picture.arrayBuffer(), {
          headers: { 'Content-Type': answers.picture.type },
        })
      : refusal(new MockFailure(404, 'not_found'), requestLanguage(request)),
  );
}
