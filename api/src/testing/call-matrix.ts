import type { CallKey } from '@frens/contract';
import { voiceTexts } from '@frens/contract/voice-texts';
import { idFrom } from '../database/ids.ts';
import { circleWith, type Named, type World } from './call-world.ts';
import { openSession } from './crowds.ts';
import { quizSubmission, registration } from './factories.ts';

/** The status of a call for each caller. */
interface Row {
  /** Statuses in the order of `listed`; a single one applies to all. */
  is: string;
  /** The status for an admin of the owner's circle; by default the member's. */
  admin?: number;
  /** The status for a suspended member; by default 403, or for public calls the visitor's. */
  suspended?: number;
  /** Values of `:id` and other parameters, separated by spaces. */
  of?: (world: World) => string | Promise<string>;
  query?: (named: Named) => string;
  body?: (named: Named) => unknown;
  /** The call ends or changes its caller, so it needs a caller of its own. */
  alone?: true;
}

const member = ({ owner }: World) => owner.id;
const panda = ({ pandaId }: World) => pandaId;
const circle = ({ circleId }: World) => circleId;
const stake = ({ stakeId }: World) => stakeId;
const nothing = () => 'f'.repeat(24);
const token = () => ({ token: 'none-that-was-sent' });
/** A circle that only its admin has joined. */
const ownCircle = ({ owner, callers }: World) => circleWith(owner, callers.admin);
async function ownPost({ owner, pandaId }: World): Promise<string> {
  const body = { type: 'post', content: 'Planted garlic.' } as const;
  const { id } = await owner.call('POST /api/pandas/:id/content', { params: { id: pandaId }, body });
  return `${pandaId} ${id}`;
}
async function request({ app, owner }: World): Promise<string> {
  const asker = await app.member();
  return (await asker.call('POST /api/connections', { body: { friendId: owner.id } })).id;
}
async function friendship({ app, owner }: World): Promise<string> {
  const other = await app.member();
  const { id } = await other.call('POST /api/connections', { body: { friendId: owner.id } });
  await owner.call('POST /api/connections/:id/accept', { params: { id } });
  return id;
}
const conversation = ({ friendshipId }: World) => friendshipId;
async function ownMessage({ owner, friendshipId }: World): Promise<string> {
  const { id } = await owner.call('POST /api/connections/:id/messages', {
    params: { id: friendshipId },
    body: { text: 'Hello' },
  });
  return `${friendshipId} ${id}`;
}
/** An introduction of the owner to another member, by a third one. */
async function introduction({ app, owner }: World): Promise<string> {
  const [matchmaker, other] = await Promise.all([app.member(), app.member()]);
  await app.befriend(matchmaker, other);
  const body = { user1Id: other.id, user2Id: owner.id };
  return (await matchmaker.call('POST /api/matches', { body })).id;
}
async function introductionMade({ app, owner }: World): Promise<string> {
  const [one, other] = await Promise.all([app.member(), app.member()]);
  await app.befriend(owner, one);
  return (await owner.call('POST /api/matches', { body: { user1Id: one.id, user2Id: other.id } })).id;
}
async function otherSession({ app, owner }: World): Promise<string> {
  await openSession(app.services, idFrom(owner.id));
  const places = await owner.call('GET /api/sessions');
  return places.find(({ current }) => !current)?.id ?? '';
}

/**
 * The authorisation matrix: each call's status for each caller. Calls concern the owner's data: profile, Panda, circle, stake, session,
 * picture, and a request to them. A new call needs a row here, which tests of limits and hidden data also use.
 */
export const matrix: Record<CallKey, Row> = {
  // Public
  'POST /api/register': { is: '201', body: () => registration(), alone: true },
  'POST /api/login': { is: '401', body: () => ({ username: registration().username, password: 'not this' }) },
  'POST /api/logout': { is: '200', alone: true },
  'POST /api/auth/magic-link': { is: '200', body: () => ({ email: registration().email }) },
  'POST /api/auth/verify': { is: '400', body: token },
  'POST /api/auth/password/check': { is: '200', body: () => ({ password: 'tea and toast' }) },
  'POST /api/auth/password/forgot': { is: '200', body: () => ({ email: registration().email }) },
  'POST /api/auth/password/reset': { is: '400', body: () => ({ ...token(), password: 'seven warm stones' }) },
  'POST /api/auth/link/check': { is: '200', body: () => ({ purpose: 'reset', ...token() }) },
  'POST /api/auth/email/confirm': { is: '400', body: token },
  'POST /api/auth/email/change': { is: '400', body: token },
  'POST /api/auth/email/undo': { is: '400', body: token },
  'POST /api/auth/account/keep': { is: '400', body: token },
  'POST /api/elevenlabs/generate-voice': { is: '503', body: () => ({ text: voiceTexts.en[1] }) },
  'POST /api/composition/visits': { is: '200', body: () => ({ versions: ['mf-quiz@1'] }) },
  'POST /api/composition/reports': {
    is: '400',
    body: () => ({ ...token(), version: 'mf-quiz@1', code: 'REMOTE-104' }),
  },
  'POST /api/unsubscribe/:token': { is: '400', of: nothing },
  'GET /api/invitations/:code': { is: '200', of: ({ code }) => code },
  'GET /api/pandas': { is: '200' },
  'GET /api/circles': { is: '200' },
  'GET /api/circles/:id': { is: '200 200 200 200 404 200', of: circle },
  'GET /media/drawings/:file': { is: '200', of: () => '30214-4-0f8e1c2a.svg' },
  'GET /media/pandas/:file': { is: '200 200 200 200 404 200', of: ({ pandaId }) => `${pandaId}.svg` },
  'GET /media/pictures/:file': { is: '404', of: () => `${nothing()}.webp` },

  // About the caller
  'GET /api/user': { is: '401 200 200 200 200 200' },
  'GET /api/users': { is: '401 200 200 200 200 200' },
  'GET /api/blocks': { is: '401 200 200 200 200 200' },
  'GET /api/connections': { is: '401 200 200 200 200 200' },
  'GET /api/connections/pending': { is: '401 200 200 200 200 200' },
  'GET /api/invite-link': { is: '401 200 200 200 200 200' },
  'POST /api/invite-link': { is: '401 403 201 201 201 201' },
  'POST /api/invitations/email': {
    is: '401 403 403 403 403 403',
    body: () => ({ email: 'invited@frens.example' }),
  },
  'GET /api/privacy-settings': { is: '401 200 200 200 200 200' },
  'PATCH /api/privacy-settings': {
    is: '401 200 200 200 200 200',
    body: () => ({ showOnlineStatus: true }),
  },
  'GET /api/notification-settings': { is: '401 200 200 200 200 200' },
  'PATCH /api/notification-settings': {
    is: '401 200 200 200 200 200',
    body: () => ({ mailMessages: true }),
  },
  'GET /api/stakes': { is: '401 200 200 200 200 200' },
  'GET /api/wallet': { is: '401 200 200 200 200 200' },
  'GET /api/wallet/ledger': { is: '401 200 200 200 200 200' },
  'GET /api/notifications': { is: '401 200 200 200 200 200' },
  'GET /api/notifications/unread': { is: '401 200 200 200 200 200' },
  'POST /api/notifications/read': { is: '401 200 200 200 200 200', body: () => ({ id: nothing() }) },
  'GET /api/sessions': { is: '401 200 200 200 200 200' },
  'GET /api/home': { is: '401 200 200 200 200 200' },
  'GET /api/conversations': { is: '401 200 200 200 200 200' },
  'GET /api/account/export': { is: '401 200 200 200 200 200', suspended: 200 },
  'DELETE /api/account/pending-email': { is: '401 200 200 200 200 200' },
  'POST /api/account/confirmation': { is: '401 204 204 204 204 204' },
  'POST /api/account/complete': {
    is: '401 200 409 409 409 409',
    body: () => {
      const { username, name, age, gender, lookingFor } = registration();
      return { username, name, age, gender, lookingFor };
    },
    alone: true,
  },
  'POST /api/account/password': {
    is: '401 400 400 400 400 400',
    body: () => ({ newPassword: 'seven warm stones', currentPassword: 'not this' }),
  },
  'DELETE /api/account': {
    is: '401 400 400 400 400 400',
    suspended: 400,
    body: () => ({ confirm: 'somebody else' }),
  },
  // Without a file
  'POST /api/users/me/image': { is: '401 415 415 415 415 415' },
  'DELETE /api/users/me/image': { is: '401 200 200 200 200 200' },
  'POST /api/sessions/revoke-others': { is: '401 204 204 204 204 204' },
  'POST /api/vibe-quiz': { is: '401 201 201 201 201 201', body: () => quizSubmission(), alone: true },
  'POST /api/circles': { is: '401 403 201 201 201 201', body: () => ({ name: 'One of many' }) },

  // About the owner and their data
  'GET /api/users/:id': { is: '401 200 200 200 404 200', of: member },
  'GET /api/users/:id/common': { is: '401 200 200 200 404 200', of: member },
  'PATCH /api/users/:id': { is: '401 403 403 403 403 200', of: member, body: () => ({ bio: 'Mine.' }) },
  'DELETE /api/users/:id/block': { is: '401 204 204 204 204 204', of: member },
  'POST /api/users/:id/block': { is: '401 204 204 204 204 400', of: member, alone: true },
  'POST /api/reports': {
    is: '401 201 201 201 201 400',
    body: ({ owner }) => ({ subjectType: 'user', subjectId: owner.id, reason: 'other' }),
    alone: true,
  },
  'POST /api/connections': {
    is: '401 403 201 409 404 400',
    body: ({ owner }) => ({ friendId: owner.id }),
    alone: true,
  },
  'POST /api/connections/:id/accept': { is: '401 403 404 404 404 200', of: request },
  'POST /api/connections/:id/decline': { is: '401 404 404 404 404 200', of: request },
  'DELETE /api/connections/:id': { is: '401 404 404 404 404 204', of: friendship },
  'GET /api/connections/:id/messages': { is: '401 404 404 200 404 200', of: conversation },
  'POST /api/connections/:id/messages': {
    is: '401 403 404 201 404 201',
    of: conversation,
    body: () => ({ text: 'Hello' }),
  },
  'DELETE /api/connections/:id/messages/:mid': { is: '401 404 404 404 404 204', of: ownMessage },
  'GET /api/matches': { is: '401 200 200 200 200 200' },
  'GET /api/matches/matchmaker': { is: '401 200 200 200 200 200' },
  // Only a friend of the owner may introduce them.
  'GET /api/matches/candidates': {
    is: '401 403 403 200 404 403',
    query: ({ owner }) => `friendId=${owner.id}`,
  },
  'POST /api/matches': {
    is: '401 403 403 201 404 400',
    body: ({ owner, other }) => ({ user1Id: owner.id, user2Id: other.id }),
    alone: true,
  },
  'POST /api/matches/:id/accept': { is: '401 403 404 404 404 200', of: introduction },
  'POST /api/matches/:id/decline': { is: '401 404 404 404 404 200', of: introduction },
  'DELETE /api/matches/:id': { is: '401 404 404 404 404 204', of: introductionMade },
  'GET /api/pandas/:id': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/content': { is: '401 200 200 200 404 200', of: panda },
  // Only the owner may post.
  'POST /api/pandas/:id/content': {
    is: '401 403 403 403 404 201',
    of: panda,
    body: () => ({ type: 'post', content: 'Planted garlic.' }),
  },
  'DELETE /api/pandas/:id/content/:cid': { is: '401 404 404 404 404 204', of: ownPost },
  // Members cheer others' posts, not their own; a block hides the post.
  'PUT /api/pandas/:id/content/:cid/cheer': { is: '401 403 200 200 404 403', of: ownPost },
  'DELETE /api/pandas/:id/content/:cid/cheer': { is: '401 200 200 200 404 200', of: ownPost },
  'PATCH /api/pandas/:id': {
    is: '401 403 403 403 404 200',
    of: panda,
    body: () => ({ name: 'Quiet Meadow' }),
  },
  'GET /api/pandas/:id/history': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/own-review': { is: '401 200 200 200 404 200', of: panda },
  'GET /api/pandas/:id/stakes': { is: '401 200 200 200 404 200', of: panda },
  'POST /api/stake-bamboo': {
    is: '401 403 201 201 404 201',
    body: ({ pandaId }) => ({ pandaId, amount: '1' }),
  },
  // The owner's stake is still locked.
  'POST /api/stakes/:id/unstake': { is: '401 404 404 404 404 409', of: stake, body: () => ({}) },
  'GET /api/circles/:id/members': { is: '401 200 200 200 404 200', of: circle },
  'POST /api/circles/:id/join': { is: '401 403 200 200 404 200', of: circle, body: () => ({}) },
  // The circle is open, so nobody needs to ask.
  'POST /api/circles/:id/requests': {
    is: '401 403 409 409 404 201',
    admin: 201,
    of: ownCircle,
    body: () => ({}),
    alone: true,
  },
  'GET /api/circles/:id/requests': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'POST /api/circles/:id/requests/:rid/accept': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/requests/:rid/decline': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'GET /api/circles/:id/notices': { is: '401 403 403 403 404 200', admin: 200, of: ownCircle },
  'POST /api/circles/:id/notices': {
    is: '401 403 403 403 404 201',
    admin: 201,
    of: ownCircle,
    body: () => ({ text: 'Soup on Sunday' }),
  },
  'DELETE /api/circles/:id/notices/:nid': {
    is: '401 404 404 404 404 404',
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'PATCH /api/circles/:id/members/:uid': {
    is: '401 403 403 403 404 404',
    of: ({ circleId }) => `${circleId} ${nothing()}`,
    body: () => ({ role: 'admin' }),
  },
  'DELETE /api/circles/:id/members/:uid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/bans': {
    is: '401 403 403 403 404 404',
    admin: 404,
    of: circle,
    body: () => ({ userId: nothing() }),
  },
  'GET /api/circles/:id/bans': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'DELETE /api/circles/:id/bans/:uid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'GET /api/circle-invitations/:code': { is: '200', of: () => 'no-code' },
  // Only owner and admins create links; a friend outside the circle cannot invite anybody.
  'POST /api/circles/:id/invitations': {
    is: '401 403 403 403 404 201',
    admin: 201,
    of: circle,
    body: () => ({}),
  },
  'GET /api/circles/:id/invitations': { is: '401 403 403 403 404 200', admin: 200, of: circle },
  'DELETE /api/circles/:id/invitations/:iid': {
    is: '401 403 403 403 404 204',
    admin: 204,
    of: ({ circleId }) => `${circleId} ${nothing()}`,
  },
  'POST /api/circles/:id/invitations/decline': { is: '401 204 204 204 204 204', of: circle },
  'PATCH /api/circles/:id': {
    is: '401 403 403 403 404 200',
    of: circle,
    body: () => ({ description: 'Changed.' }),
  },
  'POST /api/circles/:id/owner': {
    is: '401 403 403 403 404 404',
    of: circle,
    body: () => ({ userId: nothing() }),
  },
  'DELETE /api/circles/:id': {
    is: '401 403 403 403 404 400',
    of: circle,
    body: () => ({ confirm: 'Not it' }),
  },
  'PATCH /api/circles/:id/membership': {
    is: '401 403 403 403 404 200',
    admin: 200,
    of: ownCircle,
    body: () => ({ wantsNotices: true }),
  },
  'DELETE /api/circles/:id/membership': { is: '401 204 204 204 404 409', of: ownCircle, alone: true },
  'DELETE /api/sessions/:id': { is: '401 404 404 404 404 204', of: otherSession },
};
