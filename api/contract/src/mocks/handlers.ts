import type { HttpHandler } from 'msw';
import type { Relation } from '../choices.ts';
import type { Connection, PendingConnection } from '../connections.ts';
import type { ErrorCode } from '../errors.ts';
import { buildConnection, buildUser, demoCommunity, fixtureId } from '../fixtures/index.ts';
import type { ClientKey, SelfUser } from '../index.ts';
import { canonicalAddress } from '../mail-address.ts';
import { messageText } from '../messages.ts';
import { skeletonOf } from '../usernames.ts';
import type { Answers } from './answers.ts';
import { bambooResolvers } from './bamboo.ts';
import { circleInvitationResolvers } from './circle-invitations.ts';
import { circleKeepingResolvers } from './circle-management.ts';
import { circlePostResolvers } from './circle-posts.ts';
import { circleResolvers } from './circles.ts';
import { compositionReportResolvers } from './composition-reports.ts';
import { type MessageKey, messageResolvers } from './friend-messages.ts';
import { homeResolvers } from './home.ts';
import { invitationResolvers } from './invitations.ts';
import { linkResolvers } from './links.ts';
import { forMember, found, member, refuse } from './lookup.ts';
import { matchResolvers } from './matches.ts';
import { invalidField, type MockResolver, mock, OtherAnswer } from './mock.ts';
import { notificationResolvers } from './notifications.ts';
import { contentResolvers } from './panda-content.ts';
import { drawings, pandaResolvers } from './pandas.ts';
import { personResolvers, shownUsers } from './people.ts';
import { pictureFile, pictureResolvers } from './pictures.ts';
import { safetyResolvers } from './safety.ts';
import { voiceResolvers } from './voice.ts';

/** One resolver for each call: a call that the contract gets has to be answered here before anything compiles. */
type Resolvers = { [Key in ClientKey]: MockResolver<Key> };

/** Every call of the contract and the pictures, answered from one set of answers. */
export function handlersOf(answers: Answers): HttpHandler[] {
  const resolvers: Resolvers = {
    ...accountResolvers(answers),
    ...linkResolvers(answers),
    ...invitationResolvers(answers),
    ...safetyResolvers(answers),
    ...personResolvers(answers),
    ...homeResolvers(answers),
    ...pictureResolvers(answers),
    ...connectionResolvers(answers),
    ...messageResolvers(answers),
    ...notificationResolvers(answers),
    ...matchResolvers(answers),
    ...pandaResolvers(answers),
    ...contentResolvers(answers),
    ...bambooResolvers(answers),
    ...circleResolvers(answers),
    ...circleInvitationResolvers(answers),
    ...circleKeepingResolvers(answers),
    ...circlePostResolvers(answers),
    ...compositionReportResolvers(),
    ...voiceResolvers(),
  };
  // True because the object has one resolver for each key, of that key's kind.
  const keys = Object.keys(resolvers) as ClientKey[];
  const state = { caller: () => answers.user, replays: new Map() };
  const calls = keys.map((key) => mock(key, resolvers[key] as MockResolver<ClientKey>, state));
  return [...calls, drawings(answers), pictureFile(answers)];
}

let made = 0;
/** The demo data, made for the first test or page that asks: it is only read. */
let community: ReturnType<typeof demoCommunity> | undefined;
const newId = (kind: string) => fixtureId(`new ${kind}`, (made += 1));

type Part<Prefix extends string> = Pick<Resolvers, Extract<ClientKey, Prefix>>;

function accountResolvers(
  answers: Answers,
): Part<
  | `POST /api/${'login' | 'register' | 'logout'}`
  | `${'GET' | 'PATCH'} /api/${'privacy' | 'notification'}-settings`
  | 'PATCH /api/users/:id'
  | 'DELETE /api/account/pending-email'
  | 'POST /api/account/complete'
> {
  const { demo, members } = (community ??= demoCommunity());
  /** Who can sign in. */
  const accounts = [{ user: answers.user ?? buildUser(), password: demo.password }];
  const ownAccount = () => accounts.find(({ user }) => user === answers.user);
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
  return {
    'POST /api/login': ({ body }) => {
      const isNamed = ({ username, email }: SelfUser) =>
        [username, email].some((name) => name?.toLowerCase() === body.username.toLowerCase());
      const account = accounts.find(({ user, password }) => isNamed(user) && password === body.password);
      if (!account) return refuse(401, 'invalid_credentials');
      answers.user = account.user;
      return account.user;
    },
    'POST /api/register': ({ body: { password, inviteCode: _code, ...body }, language }) => {
      if (body.profileImage !== '') throw invalidField('profileImage', 'validation.profileImage', language);
      refuseTaken(body, 'account_exists');
      const user = buildUser({ ...body, id: newId('member'), emailVerified: false, pandaId: null });
      accounts.push({ user, password });
      answers.user = user;
      return user;
    },
    'POST /api/logout': () => {
      answers.user = null;
      return { success: true };
    },
    'POST /api/account/complete': ({ body, language }) => {
      const user = member(answers);
      const message = messageText(language, 'validation.username.taken');
      refuseTaken(body, 'account_exists', { message, fields: { username: message } });
      if (user.profileComplete) refuse(409, 'conflict');
      return Object.assign(user, body, { profileComplete: true });
    },
    'PATCH /api/users/:id': ({ params, body: { currentPassword, email, ...changes }, language }) => {
      const user = member(answers);
      if (params.id !== user.id) refuse(403, 'forbidden');
      if (currentPassword !== undefined && currentPassword !== ownAccount()?.password)
        throw invalidField('currentPassword', 'validation.currentPassword', language);
      if (![undefined, '', user.profileImage].includes(changes.profileImage))
        throw invalidField('profileImage', 'validation.profileImage', language);
      Object.assign(user, changes);
      // A confirmed address waits for the link that is mailed to the new one (D14).
      const isNew = email !== undefined && email !== user.email;
      if (email !== undefined)
        Object.assign(user, user.emailVerified ? { pendingEmail: isNew ? email : null } : { email });
      answers.firstSteps.steps.profile = true;
      return user;
    },
    'DELETE /api/account/pending-email': () => Object.assign(member(answers), { pendingEmail: null }),
    'GET /api/notification-settings': forMember(answers, 'notificationSettings'),
    'PATCH /api/notification-settings': ({ body }) => Object.assign(answers.notificationSettings, body),
    'GET /api/privacy-settings': forMember(answers, 'privacy'),
    'PATCH /api/privacy-settings': ({ body }) => Object.assign(answers.privacy, body),
  };
}

function connectionResolvers(
  answers: Answers,
): Part<Exclude<Extract<ClientKey, `${string} /api/connections${string}`>, MessageKey>> {
  /** Everywhere the same member stands, they stand so from now on. */
  function relate(id: string, relation: Relation): void {
    const everywhere = [
      ...answers.users,
      ...answers.friends.map((one) => one.friend),
      ...answers.pending.map((one) => one.user),
    ];
    for (const user of everywhere) {
      if (user.id === id) Object.assign(user, { relation, canConnect: relation === 'none' });
    }
  }
  function settle(
    id: string,
    status: Connection['status'],
    relation: Relation,
    wanted: PendingConnection['direction'] = 'incoming',
  ): Connection {
    if (answers.endedConnections.has(id)) refuse(409, 'conflict');
    const { user, direction, createdAt } = found(answers.pending, id);
    if (direction !== wanted)
      refuse(wanted === 'incoming' ? 404 : 409, wanted === 'incoming' ? 'not_found' : 'conflict');
    answers.endedConnections.add(id);
    answers.pending = answers.pending.filter((one) => one.id !== id);
    relate(user.id, relation);
    if (status === 'accepted') {
      answers.friends.unshift({ id, friendId: user.id, friend: user, since: createdAt });
      answers.firstSteps.steps.fren = true;
    }
    return buildConnection({ id, friendId: user.id, status, direction });
  }
  return {
    'GET /api/connections': forMember(answers, 'friends'),
    'GET /api/connections/pending': forMember(answers, 'pending'),
    'POST /api/connections': ({ body, language }) => {
      if (body.friendId === member(answers).id) throw invalidField('friendId', 'validation.self', language);
      const asked = answers.pending.find((one) => one.user.id === body.friendId);
      if (asked?.direction === 'incoming') return new OtherAnswer(settle(asked.id, 'accepted', 'friend'));
      if (asked) refuse(409, 'already_requested');
      if (answers.friends.some(({ friendId }) => friendId === body.friendId))
        refuse(409, 'already_connected');
      const user = found(shownUsers(answers), body.friendId);
      if (!user.canConnect) refuse(403, 'requests_closed');
      relate(user.id, 'outgoing');
      const one = buildConnection({ id: newId('connection'), friendId: user.id });
      answers.pending.unshift({
        id: one.id,
        direction: 'outgoing',
        user,
        note: body.note ?? '',
        createdAt: one.createdAt,
      });
      return one;
    },
    'POST /api/connections/:id/accept': ({ params }) => settle(params.id, 'accepted', 'friend'),
    'POST /api/connections/:id/decline': ({ params }) => settle(params.id, 'declined', 'none'),
    'DELETE /api/connections/:id': ({ params }) => {
      const friend = answers.friends.find((one) => one.id === params.id);
      if (!friend) {
        settle(params.id, 'withdrawn', 'none', 'outgoing');
        return;
      }
      answers.endedConnections.add(friend.id);
      answers.friends = answers.friends.filter((one) => one !== friend);
      if (answers.messages.has(friend.id))
        answers.conversations.set(friend.friendId, { id: friend.id, state: 'ended' });
      relate(friend.friendId, 'none');
    },
  };
}
