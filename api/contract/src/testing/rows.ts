import { parseKey } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { demoCommunity, fixtureId } from '../fixtures/index.ts';
import { type ClientKey, clientKeys, contract, type Endpoint } from '../index.ts';
import { labIds, optionsOf } from '../panda-scoring.ts';
import { voiceTexts } from '../voice-texts.ts';

/** Who calls: the demo account of the demo community, somebody without a session, a member whose profile is not complete. */
export type CallerName = 'demo' | 'visitor' | 'newcomer';

/** One call in the demo community, and how it is answered. What rows before it have done holds for it. */
export interface Row {
  call: ClientKey | `${string} /api/${string}`;
  when: string;
  as?: CallerName;
  /** The parameters of its path in their order; `$name` is an id that a row before has kept. */
  of?: readonly string[];
  query?: string;
  body?: unknown;
  rawBody?: string;
  headers?: Readonly<Record<string, string>>;
  is: number | `${number} ${ErrorCode}`;
  /** What the answer shows, and how it has to. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer of any call.
  shows?: readonly [read: (answer: any, headers: Headers) => unknown, expected: unknown];
  /** A rule of every call of its kind. */
  isCommon?: true;
  /** Keeps the id of the answer under a name. */
  keep?: string;
}

const { members, demo, circles, content } = demoCommunity();
const idOf = (username: string) => members.find((one) => one.username === username)?.id ?? '';
const circleOf = (name: string) => circles.find((one) => one.name === name)?.id ?? '';
const demoId = idOf(demo.username);
const pandaOf = (username: string) =>
  fixtureId(
    'panda',
    members.findIndex((one) => one.username === username),
  );
/** An id that nothing has. */
const nothing = 'f'.repeat(24);

// oxlint-disable-next-line typescript/no-explicit-any -- lists of anything.
const names = (list: any[]) =>
  list.map(({ username, name }) => username ?? name).sort((one, other) => (one < other ? -1 : 1));
// oxlint-disable-next-line typescript/no-explicit-any -- as above.
const count = (list: any[], headers: Headers) => `${list.length}${headers.has('Link') ? ' and more' : ''}`;

/** The rules that hold for every call of their kind. */
const common: Row[] = clientKeys.flatMap((call): Row[] => {
  const { method, path } = parseKey(call);
  const { access, upload, ignoresBody }: Endpoint = contract[call];
  const of = path.match(/:\w+/g)?.map(() => nothing) ?? [];
  const rows: Row[] = [];
  if (method !== 'GET')
    rows.push({
      call,
      when: 'from a page of another site',
      of,
      headers: { Origin: 'https://elsewhere.example' },
      is: '403 cross_site_request',
    });
  if (access !== 'public')
    rows.push({ call, when: 'without a session', as: 'visitor', of, is: '401 signed_out' });
  if (access === 'complete')
    rows.push({
      call,
      when: 'before the profile is complete',
      as: 'newcomer',
      of,
      is: '403 profile_incomplete',
    });
  if (method !== 'GET' && !upload && !ignoresBody) {
    rows.push({ call, when: 'with a body that is no JSON', of, rawBody: '{', is: '400 invalid' });
    rows.push({
      call,
      when: 'with a body of another type',
      of,
      rawBody: '{}',
      headers: { 'Content-Type': 'text/plain' },
      is: '415 unsupported_media_type',
    });
  }
  return rows;
});

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(clientKeys.map((key) => parseKey(key).path))];
/** No call has another method than its own. */
const wrongMethods: Row[] = paths.map((path) => {
  const fits = (key: string) => {
    const [mine, other] = [path.split('/'), parseKey(key).path.split('/')];
    return (
      mine.length === other.length &&
      mine.every((part, at) => part === other[at] || other[at]?.startsWith(':'))
    );
  };
  const taken = new Set(
    Object.keys(contract)
      .filter(fits)
      .map((key) => parseKey(key).method as string),
  );
  const other = methods.find((method) => !taken.has(method)) ?? '';
  const of = path.match(/:\w+/g)?.map(() => nothing) ?? [];
  return {
    call: `${other} ${path}` as Row['call'],
    when: 'with the wrong method',
    of,
    is: '405 method_not_allowed',
  };
});

const own = circleOf('Sunday Slow Walkers');
const joined = circleOf('Repair Café Crew');
const open = circleOf('Dawn Swimmers');
const closed = circleOf('Choir Stairwell');
const ownPanda = pandaOf(demo.username);
const otherPanda = pandaOf('linh.tran');
/** Something that another has written on their own Panda. */
const cheered = content.find(({ type, pandaId }) => type === 'post' && pandaId !== ownPanda) ?? {
  pandaId: '',
  id: '',
};
const token = (purpose: string) => ({ token: `no-${purpose}-link` });
const profile = { username: 'new.here', name: 'New Here', age: 30, gender: 'female', lookingFor: 'everyone' };

type More = Omit<Row, 'call' | 'when' | 'is' | 'of' | 'body'>;
type Short = [when: string, is: Row['is'], of?: Row['of'], body?: unknown, more?: More];
/** Rows of one call. */
const on = (call: ClientKey, ...rows: Short[]): Row[] =>
  rows.map(([when, is, of = [], body, more]) => ({ call, when, is, of, body, ...more }));

// biome-ignore format: a table, one row a line
const single: Row[] = [

  // Accounts
  on('POST /api/login',
    ['with a name that nobody has', '401 invalid_credentials', [], { username: 'nobody.here', password: demo.password }, { as: 'visitor' }],
    ['with a wrong password', '401 invalid_credentials', [], { username: demo.username, password: 'not this one' }, { as: 'visitor' }],
    ['in other letters', 200, [], { username: 'DEMO', password: demo.password }, { as: 'demo', shows: [(user) => user.id, demoId] }],
    ['with the address', 200, [], { username: `${demo.username}@frens.example`, password: demo.password }, { as: 'demo' }],
  ),
  on('POST /api/register',
    ['with a taken name', '409 account_exists', [], { ...profile, username: 'maya.okafor', email: 'other@frens.example', password: 'seven warm stones' }, { as: 'visitor' }],
    ['with a name that looks like a taken one', '409 account_exists', [], { ...profile, username: 'rnaya.okafor', email: 'other@frens.example', password: 'seven warm stones' }, { as: 'visitor' }],
    ['with a taken address', '409 account_exists', [], { ...profile, email: 'maya.okafor@frens.example', password: 'seven warm stones' }, { as: 'visitor' }],
    ['too young', '400 invalid', [], { ...profile, age: 17, email: 'other@frens.example', password: 'seven warm stones' }, { as: 'visitor' }],
    ['with a picture', '400 invalid', [], { ...profile, profileImage: '/media/pictures/x.webp', email: 'other@frens.example', password: 'seven warm stones'}, { as: 'visitor' }],
  ),
  on('POST /api/auth/magic-link',
    ['for any address', 200, [], { email: 'any@frens.example' }, { as: 'visitor' }],
  ),
  on('POST /api/auth/password/forgot',
    ['for any address', 200, [], { email: 'any@frens.example' }, { as: 'visitor' }],
  ),
  on('POST /api/auth/password/check',
    ['of a common password', 200, [], { password: 'password1' }, { as: 'visitor', shows: [(answer) => answer.isCommon, true] }],
    ['of another password', 200, [], { password: 'seven warm stones' }, { as: 'visitor', shows: [(answer) => answer.isCommon, false] }],
  ),
  on('POST /api/auth/link/check',
    ['of a link that was never sent', 200, [], { purpose: 'reset', ...token('reset') }, { as: 'visitor', shows: [(answer) => answer.isUsable, false] }],
  ),
  (['POST /api/auth/verify', 'POST /api/auth/email/confirm', 'POST /api/auth/email/change', 'POST /api/auth/email/undo', 'POST /api/auth/account/keep'] as const).map((call): Row => ({ call, when: 'with a link that was never sent', as: 'visitor', body: token('spent'), is: '400 invalid_token'})),
  on('POST /api/auth/password/reset',
    ['with a link that was never sent', '400 invalid_token', [], { ...token('reset'), password: 'seven warm stones' }, { as: 'visitor' }],
  ),
  on('POST /api/unsubscribe/:token',
    ['with a token that was never sent', '400 invalid_token', ['never-sent'], undefined, { as: 'visitor' }],
  ),
  on('GET /api/invitations/:code',
    ['that was never made', 200, ['neverMade1'], undefined, { as: 'visitor', shows: [(answer) => answer.isOpen, false] }],
  ),
  on('GET /api/circle-invitations/:code',
    ['that was never made', 200, ['neverMade1'], undefined, { shows: [(answer) => answer.circle, null] }],
  ),
  on('GET /api/user',
    ['that is signed in', 200, [], undefined, { shows: [(user) => user.id, demoId] }],
  ),
  on('PATCH /api/users/:id',
    ['of another', '403 forbidden', [idOf('linh.tran')], { bio: 'Not mine.' }],
    ['of nobody', '403 forbidden', [nothing], { bio: 'Nobody.' }],
    ['of oneself', 200, [demoId], { bio: 'Mine.' }, { shows: [(user) => user.bio, 'Mine.'] }],
    ['with a picture that was not uploaded', '400 invalid', [demoId], { profileImage: '/media/pictures/x.webp' }],
    ['to another address with a wrong password', '400 invalid', [demoId], { email: 'new@frens.example', currentPassword: 'not this' }],
    ['to another address', 200, [demoId], { email: 'new@frens.example', currentPassword: demo.password }, { shows: [(user) => [user.email, user.pendingEmail], ['demo@frens.example', 'new@frens.example']] }],
  ),
  on('DELETE /api/account/pending-email',
    ['that waits', 200, [], undefined, { shows: [(user) => user.pendingEmail, null] }],
  ),
  on('POST /api/account/complete',
    ['that is complete', '409 conflict', [], profile],
    ['with a taken name', '409 account_exists', [], { ...profile, username: 'maya.okafor' }, { as: 'newcomer' }],
  ),
  on('POST /api/account/password',
    ['with a wrong one', '400 invalid', [], { currentPassword: 'not this', newPassword: 'seven warm stones' }],
    ['to a common one', '400 invalid', [], { currentPassword: demo.password, newPassword: 'password1' }],
  ),
  on('DELETE /api/account',
    ['without its name', '400 invalid', [], { confirm: 'somebody', password: demo.password }],
    ['with a wrong password', '400 invalid', [], { confirm: demo.username, password: 'not this' }],
  ),
  on('POST /api/account/confirmation',
    ['of a confirmed address', 204],
  ),
  on('GET /api/home',
    ['of the demo account', 200, [], undefined, { shows: [(home) => home.firstSteps.steps, { profile: true, circle: true, fren: true }] }],
  ),
  on('GET /api/conversations',
    ['of the demo account', 200, [], undefined, { shows: [count, '1'] }],
  ),
  on('GET /api/account/export',
    ['of the demo account', 200, [], undefined, { shows: [(answer) => answer.format, 1] }],
  ),
  on('GET /api/sessions',
    ['here', 200, [], undefined, { shows: [(list) => list.some((one: { current: boolean }) => one.current), true] }],
  ),
  on('DELETE /api/sessions/:id',
    ['that is none', '404 not_found', [nothing]],
  ),
  on('POST /api/sessions/revoke-others',
    ['again and again', 204],
  ),
  on('GET /api/privacy-settings',
    ['of the demo account', 200, [], undefined, { shows: [(answer) => answer.allowFriendRequests, true] }],
  ),
  on('PATCH /api/privacy-settings',
    ['one of them', 200, [], { showOnlineStatus: false }, { shows: [(answer) => [answer.showOnlineStatus, answer.allowFriendRequests], [false, true]] }],
  ),
  on('GET /api/notification-settings',
    ['of the demo account', 200],
  ),
  on('PATCH /api/notification-settings',
    ['one of them', 200, [], { mailMessages: false }, { shows: [(answer) => answer.mailMessages, false] }],
  ),
  on('GET /api/invite-link',
    ['of the demo account', 200],
  ),
  on('POST /api/invite-link',
    ['in place of the one before', 201, [], undefined, { shows: [(answer) => answer.uses, 0] }],
  ),
  on('POST /api/invitations/email',
    ['of who confirmed their address', 204, [], { email: 'any@frens.example' }],
  ),
  on('POST /api/users/me/image',
    ['without a file', '415 unsupported_media_type', [], undefined, { rawBody: '{}' }],
  ),
  on('DELETE /api/users/me/image',
    ['where there is none', 200, [], undefined, { shows: [(user) => user.profileImage, ''] }],
  ),
  on('POST /api/elevenlabs/generate-voice',
    ["of a text that is not the quiz's", '400 invalid', [], { text: 'Something else.' }],
    ['where nobody speaks', '503 voice_unavailable', [], { text: voiceTexts.en[1] }],
  ),
  on('GET /api/notifications',
    ['of the demo account', 200, [], undefined, { query: 'limit=1' }],
  ),
  on('GET /api/notifications/unread',
    ['of the demo account', 200],
  ),
  on('POST /api/notifications/read',
    ['all up to now', 200, [], { upTo: '2099-01-01T00:00:00.000Z' }, { shows: [(answer) => answer.unread, 0] }],
  ),
  on('POST /api/composition/visits',
    ['of a version', 200, [], { versions: ['mf-quiz@1'] }, { as: 'visitor' }],
    ['with a token that was never given', '400 invalid_token', [], { ...token('visit'), versions: [], vitals: [{ version: 'mf-quiz@1', name: 'INP', rating: 'poor' }] }, { as: 'visitor' }],
  ),
  on('POST /api/composition/reports',
    ['with a token that was never given', '400 invalid_token', [], { ...token('visit'), version: 'mf-quiz@1', code: 'REMOTE-104' }, { as: 'visitor' }],
  ),
  on('GET /api/blocks',
    ['of the demo account', 200, [], undefined, { shows: [count, '0'] }],
  ),

  // Members
  on('GET /api/users',
    ['a page', 200, [], undefined, { query: 'limit=5', shows: [count, '5 and more'] }],
    ['with a cursor that is none', '400 invalid', [], undefined, { query: 'cursor=nonsense' }],
    ['by a part of the name', 200, [], undefined, { query: 'q=OKAFOR', shows: [names, ['maya.okafor']] }],
    ['by a part of the occupation', 200, [], undefined, { query: 'q=nurse', shows: [names, ['maya.okafor']] }],
    ['by gender', 200, [], undefined, { query: 'gender=non-binary', shows: [names, ['alex.morgan7', 'eli.green', 'kai.tanaka', 'sky.larsen', 'wren.ellis']]}],
    ['by age', 200, [], undefined, { query: 'ageBand=46%2B&limit=50', shows: [names, ['carmen.v', 'elena.c', 'greta.v', 'henrik.o', 'marco.bianchi', 'mei.chen', 'olu.adebayo', 'oskar.lind', 'pablo.serra', 'peter.ng', 'rosa.delgado', 'ruth.abel', 'theo.p']] }],
    ['by an interest', 200, [], undefined, { query: 'interest=Gardening', shows: [names, ['carmen.v', 'eli.green', 'safiya.a']] }],
    ['by a gender that is none', '400 invalid', [], undefined, { query: 'gender=other' }],
  ),
  on('GET /api/users/:id',
    ['by name', 200, ['@LINH.tran'], undefined, { shows: [(person) => [person.id, person.relation], [idOf('linh.tran'), 'none']] }],
    ['of nobody', '404 not_found', [nothing]],
    ['of oneself', 200, [demoId], undefined, { shows: [(person) => person.canConnect, false] }],
  ),
  on('GET /api/users/:id/common',
    ['with nobody', '404 not_found', [nothing]],
    ['with oneself', 200, [demoId], undefined, { shows: [(answer) => answer.friends, []] }],
  ),
  on('POST /api/connections',
    ['to oneself', '400 invalid', [], { friendId: demoId }],
    ['to nobody', '404 not_found', [], { friendId: nothing }],
    ['to a friend', '409 already_connected', [], { friendId: idOf('maya.okafor') }],
    ['to who takes none', '403 requests_closed', [], { friendId: idOf('theo.p') }],
    ['under a key', 201, [], { friendId: idOf('linh.tran') }, { headers: { 'Idempotency-Key': 'one' }, shows: [(one) => one.status, 'pending'], keep: 'asked' }],
    ['again under the key', 201, [], { friendId: idOf('linh.tran') }, { headers: { 'Idempotency-Key': 'one' }, shows: [(one, headers) => [one.status, headers.get('Idempotency-Replayed')], ['pending', 'true']]}],
    ['to another under the key', '422 idempotency_key_reused', [], { friendId: idOf('kofi_b') }, { headers: { 'Idempotency-Key': 'one' } }],
    ['again', '409 already_requested', [], { friendId: idOf('linh.tran') }],
    ['to who has asked', 200, [], { friendId: idOf('kai.tanaka') }, { shows: [(one) => one.status, 'accepted'] }],
  ),
  on('POST /api/connections/:id/accept',
    ["of one's own request", '404 not_found', ['$asked']],
    ['of none', '404 not_found', [nothing]],
    ['of who has asked', 200, ['$alex'], undefined, { shows: [(one) => one.status, 'accepted'] }],
    ['again', '409 conflict', ['$alex']],
  ),
  on('POST /api/connections/:id/decline',
    ['of none', '404 not_found', [nothing]],
    ['of who has asked', 200, ['$rosa'], undefined, { shows: [(one) => one.status, 'declined'] }],
    ['again', '409 conflict', ['$rosa']],
  ),
  on('DELETE /api/connections/:id',
    ['that is none', '404 not_found', [nothing]],
    ['that waits', 204, ['$asked']],
    ['again', '409 conflict', ['$asked']],
  ),
  on('GET /api/connections',
    ['a page', 200, [], undefined, { query: 'limit=3', shows: [count, '3 and more'] }],
  ),
  on('GET /api/connections/pending',
    ['that wait', 200, [], undefined, { shows: [count, '2'] }],
  ),
  on('GET /api/connections/:id/messages',
    ['with nobody', '404 not_found', [nothing]],
    ['a page', 200, ['$maya'], undefined, { query: 'limit=2', shows: [count, '2 and more'] }],
  ),
  on('POST /api/connections/:id/messages',
    ['without words', '400 invalid', ['$maya'], { text: ' ' }],
    ['to a friend', 201, ['$maya'], { text: 'Hello' }, { keep: 'message' }],
  ),
  on('DELETE /api/connections/:id/messages/:mid',
    ['of another', '404 not_found', ['$maya', fixtureId('message', 0)]],
    ["of one's own", 204, ['$maya', '$message']],
    ['again', '404 not_found', ['$maya', '$message']],
  ),
  on('DELETE /api/connections/:id',
    ['of a friend', 204, ['$yara']],
  ),
  on('POST /api/connections/:id/messages',
    ['to who was a friend', '409 friendship_ended', ['$yara'], { text: 'Hello' }],
  ),

  // Introductions
  on('GET /api/matches/candidates',
    ['for nobody', '404 not_found', [], undefined, { query: `friendId=${nothing}` }],
    ['for who is no friend', '403 not_your_friend', [], undefined, { query: `friendId=${idOf('kofi_b')}` }],
  ),
  on('POST /api/matches',
    ['of oneself', '400 invalid', [], { user1Id: demoId, user2Id: idOf('kofi_b') }],
    ['of a friend to themselves', '400 invalid', [], { user1Id: idOf('jonas.w'), user2Id: idOf('jonas.w') }],
    ['of a friend to nobody', '404 not_found', [], { user1Id: idOf('jonas.w'), user2Id: nothing }],
    ['of who is no friend', '403 not_your_friend', [], { user1Id: idOf('kofi_b'), user2Id: idOf('jonas.w') }],
  ),
  on('GET /api/matches/candidates',
    ['for a friend', 200, [], undefined, { query: `friendId=${idOf('jonas.w')}` }],
  ),
  on('POST /api/matches',
    ['of a friend', 201, [], { user1Id: idOf('jonas.w'), user2Id: idOf('sky.larsen') }, { keep: 'match' }],
    ['again', '409 already_suggested', [], { user1Id: idOf('jonas.w'), user2Id: idOf('sky.larsen') }],
  ),
  on('POST /api/matches/:id/accept',
    ['of none', '404 not_found', [nothing]],
    ['that one has made', '404 not_found', ['$match']],
  ),
  on('POST /api/matches/:id/decline',
    ['of none', '404 not_found', [nothing]],
  ),
  on('DELETE /api/matches/:id',
    ['that is none', '404 not_found', [nothing]],
    ['that waits', 204, ['$match']],
    ['again', '409 conflict', ['$match']],
  ),
  on('GET /api/matches',
    ['to the demo account', 200],
  ),
  on('GET /api/matches/matchmaker',
    ['by the demo account', 200],
  ),

  // Keeping away
  on('POST /api/users/:id/block',
    ['of oneself', '400 invalid', [demoId]],
    ['of nobody', 204, [nothing]],
    ['of somebody', 204, [idOf('owen.price')]],
  ),
  on('GET /api/users/:id',
    ['of who is blocked', '404 not_found', [idOf('owen.price')]],
  ),
  on('DELETE /api/users/:id/block',
    ['of who is blocked', 204, [idOf('owen.price')]],
    ['again', 204, [idOf('owen.price')]],
  ),
  on('GET /api/users/:id',
    ['of who was blocked', 200, [idOf('owen.price')]],
  ),
  on('POST /api/reports',
    ['of oneself', '400 invalid', [], { subjectType: 'user', subjectId: demoId, reason: 'other' }],
    ['of nothing', 201, [], { subjectType: 'circle', subjectId: nothing, reason: 'other' }],
    ['of somebody', 201, [], { subjectType: 'user', subjectId: idOf('adam.cohen'), reason: 'other' }],
  ),

  // Pandas
  on('POST /api/vibe-quiz',
    ['again', 201, [], { answers: Object.fromEntries(labIds.map((lab) => [lab, optionsOf(lab)[0]])) }, { shows: [(answer) => answer.pandaId, ownPanda] }],
  ),
  on('GET /api/pandas',
    ['a page', 200, [], undefined, { as: 'visitor', query: 'limit=4', shows: [count, '4 and more'] }],
    ['by name', 200, [], undefined, { query: 'q=quiet', shows: [(list) => list.every((one: { name: string }) => one.name.startsWith('Quiet')), true]}],
    ['in an order that is none', '400 invalid', [], undefined, { query: 'sort=loud' }],
  ),
  on('GET /api/pandas/:id',
    ['that is none', '404 not_found', [nothing]],
    ['of the demo account', 200, [ownPanda], undefined, { shows: [(panda) => panda.isMine, true] }],
  ),
  on('GET /api/pandas/:id/history',
    ['of none', '404 not_found', [nothing]],
    ["of one's own", 200, [ownPanda]],
  ),
  on('GET /api/pandas/:id/stakes',
    ['of none', '404 not_found', [nothing]],
    ["of one's own", 200, [ownPanda], undefined, { shows: [count, '2'] }],
  ),
  on('GET /api/pandas/:id/content',
    ['of none', '404 not_found', [nothing]],
    ['a page', 200, [cheered.pandaId], undefined, { query: 'limit=1', shows: [count, '1 and more'] }],
  ),
  on('GET /api/pandas/:id/own-review',
    ['of none', '404 not_found', [nothing]],
    ['of a Panda that one does not back', 200, [otherPanda], undefined, { shows: [(answer) => answer, { canReview: false, review: null }] }],
  ),
  on('PATCH /api/pandas/:id',
    ['of another', '403 forbidden', [otherPanda], { name: 'Quiet Meadow' }],
    ['that is none', '404 not_found', [nothing], { name: 'Quiet Meadow' }],
    ["of one's own", 200, [ownPanda], { name: 'Quiet Meadow' }, { shows: [(panda) => panda.name, 'Quiet Meadow'] }],
    ['to the name it has', 200, [ownPanda], { name: 'Quiet Meadow' }],
    ['again within 30 days', '409 renamed_recently', [ownPanda], { name: 'Loud Meadow' }],
  ),
  on('POST /api/pandas/:id/content',
    ['on none', '404 not_found', [nothing], { type: 'post', content: 'Hello' }],
    ["a post on another's", '403 forbidden', [otherPanda], { type: 'post', content: 'Hello' }],
    ['a review without a stake', '403 backer_required', [otherPanda], { type: 'review', content: 'Kind.' }],
    ["a review of one's own", '403 backer_required', [ownPanda], { type: 'review', content: 'Kind.' }],
    ["a post on one's own", 201, [ownPanda], { type: 'post', content: 'Hello' }, { keep: 'post' }],
  ),
  on('PUT /api/pandas/:id/content/:cid/cheer',
    ["for one's own", '403 forbidden', [ownPanda, '$post']],
    ['for nothing', '404 not_found', [ownPanda, nothing]],
  ),
  on('DELETE /api/pandas/:id/content/:cid/cheer',
    ['for nothing', '404 not_found', [ownPanda, nothing]],
  ),
  on('PUT /api/pandas/:id/content/:cid/cheer',
    ["for another's", 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, true] }],
    ['again', 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, true] }],
  ),
  on('DELETE /api/pandas/:id/content/:cid/cheer',
    ['that was given', 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, false] }],
  ),
  on('DELETE /api/pandas/:id/content/:cid',
    ['of another', '404 not_found', [cheered.pandaId, cheered.id]],
    ["of one's own", 204, [ownPanda, '$post']],
    ['again', '404 not_found', [ownPanda, '$post']],
  ),

  // BAMBOO
  on('POST /api/stake-bamboo',
    ['more than there is', '409 insufficient_bamboo', [], { pandaId: otherPanda, amount: '999999' }],
    ['of nothing', '400 invalid_amount', [], { pandaId: otherPanda, amount: '0' }],
    ['on none', '404 not_found', [], { pandaId: nothing, amount: '1' }],
    ['of a little', 201, [], { pandaId: otherPanda, amount: '5' }, { headers: { 'Idempotency-Key': 'stake' }, keep: 'newStake', shows: [(answer) => answer.stake.amount, '5.00'] }],
    ['again under the key', 201, [], { pandaId: otherPanda, amount: '5' }, { headers: { 'Idempotency-Key': 'stake' } }],
  ),
  on('GET /api/stakes',
    ['of the demo account', 200, [], undefined, { query: 'limit=1', shows: [count, '1 and more'] }],
  ),
  on('GET /api/wallet',
    ['of the demo account', 200, [], undefined, { shows: [(wallet) => wallet.staked, '30.00'] }],
  ),
  on('GET /api/wallet/ledger',
    ['a page', 200, [], undefined, { query: 'limit=2', shows: [count, '2 and more'] }],
  ),
  on('POST /api/pandas/:id/content',
    ['a review with a stake', 201, [otherPanda], { type: 'review', content: 'Kind.' }],
  ),
  on('POST /api/stakes/:id/unstake',
    ['of none', '404 not_found', [nothing], {}],
    ['more than was staked', '409 more_than_staked', ['$stake'], { amount: '999' }],
    ['of a part', 200, ['$stake'], { amount: '1' }, { shows: [(answer) => [answer.staked, answer.stake.amount], ['29.00', '9.00']] }],
    ['of the rest', 200, ['$stake'], {}, { shows: [(answer) => [answer.staked, answer.stake], ['20.00', null]] }],
    ['within seven days', '409 stake_locked', ['$newStake'], {}],
  ),

  // Circles
  on('GET /api/circles',
    ['a page', 200, [], undefined, { as: 'visitor', query: 'limit=3', shows: [count, '3 and more'] }],
    ['by a part of the name', 200, [], undefined, { query: 'q=cafe', shows: [names, ['Repair Café Crew']] }],
  ),
  on('GET /api/circles/:id',
    ['that is none', '404 not_found', [nothing]],
    ["of one's own", 200, [own], undefined, { shows: [(circle) => [circle.membership, circle.showsMembers], ['owner', true]] }],
    ['by invitation', 200, [closed], undefined, { shows: [(circle) => [circle.membership, circle.showsMembers], ['none', false]] }],
  ),
  on('GET /api/circles/:id/members',
    ['of none', '404 not_found', [nothing]],
    ['of one by invitation', '403 forbidden', [closed]],
    ['a page', 200, [own], undefined, { query: 'limit=2', shows: [count, '2 and more'] }],
  ),
  on('POST /api/circles',
    ['gated by a Panda that is none', '400 invalid', [], { name: 'Gated', circleType: 'stake_gated', gatePandaId: nothing }],
    ["of one's own", 201, [], { name: 'Seed Savers' }, { keep: 'circle' }],
  ),
  on('POST /api/circles/:id/join',
    ['that is none', '404 not_found', [nothing], {}],
    ['that is open', 200, [open], {}, { shows: [(one) => [one.membership, one.memberCount], ['member', 13]] }],
    ['again', 200, [open], {}, { shows: [(one) => [one.membership, one.memberCount], ['member', 13]] }],
    ['by invitation', '403 invite_required', [closed], {}],
    ['with a code that was never made', '403 invite_invalid', [closed], { inviteCode: 'neverMade1' }],
    ['without its stake', '403 stake_required', [circleOf('Bamboo Stewards')], {}],
    ['with its stake', 200, [circleOf('Trust Circle of the Grove')], {}, { shows: [(one) => one.membership, 'member'] }],
  ),
  on('POST /api/circles/:id/requests',
    ['to none', '404 not_found', [nothing], {}],
    ['to an open one', '409 conflict', [circleOf('Mesa de Juegos')], {}],
    ['to one by invitation', 201, [closed], {}, { shows: [(one) => one.membership, 'requested'] }],
    ['again', 201, [closed], {}, { shows: [(one) => one.membership, 'requested'] }],
  ),
  on('GET /api/circles/:id/requests',
    ["of another's", '403 forbidden', [joined]],
    ["of one's own", 200, [own]],
  ),
  on('POST /api/circles/:id/requests/:rid/accept',
    ['of none', '404 not_found', [own, nothing]],
    ["in another's", '403 forbidden', [joined, nothing]],
  ),
  on('POST /api/circles/:id/requests/:rid/decline',
    ['of none', '404 not_found', [own, nothing]],
    ["in another's", '403 forbidden', [joined, nothing]],
  ),
  on('PATCH /api/circles/:id',
    ["of another's", '403 forbidden', [joined], { description: 'Changed.' }],
    ['of none', '404 not_found', [nothing], { description: 'Changed.' }],
    ["of one's own", 200, [own], { description: 'Changed.' }, { shows: [(one) => one.description, 'Changed.'] }],
  ),
  on('PATCH /api/circles/:id/membership',
    ['where one is not in', '403 forbidden', [closed], { wantsNotices: true }],
    ['where one is in', 200, [joined], { wantsNotices: true }, { shows: [(one) => one.wantsNotices, true] }],
  ),
  on('GET /api/circles/:id/notices',
    ['where one is not in', '403 forbidden', [closed]],
    ['of none', '404 not_found', [nothing]],
  ),
  on('POST /api/circles/:id/notices',
    ['where one is not in', '403 forbidden', [closed], { text: 'Hello' }],
    ['where one is in', 201, [joined], { text: 'Hello' }, { keep: 'notice' }],
  ),
  on('GET /api/circles/:id/notices',
    ['where one is in', 200, [joined], undefined, { shows: [(list) => list[0].text, 'Hello'] }],
  ),
  on('DELETE /api/circles/:id/notices/:nid',
    ['of none', '404 not_found', [joined, nothing]],
    ["of one's own", 204, [joined, '$notice']],
  ),
  on('PATCH /api/circles/:id/members/:uid',
    ["in another's", '403 forbidden', [joined, idOf('jonas.w')], { role: 'admin' }],
    ['of oneself', '403 forbidden', [own, demoId], { role: 'admin' }],
    ['who is not in', '404 not_found', [own, idOf('jonas.w')], { role: 'admin' }],
    ['who is in', 204, [own, idOf('jamal.w')], { role: 'admin' }],
  ),
  on('DELETE /api/circles/:id/members/:uid',
    ["in another's", '403 forbidden', [joined, idOf('jonas.w')]],
    ['of oneself', '403 forbidden', [own, demoId]],
    ['who is in', 204, [own, idOf('elena.c')]],
    ['again', 204, [own, idOf('elena.c')]],
  ),
  on('POST /api/circles/:id/bans',
    ["in another's", '403 forbidden', [joined], { userId: idOf('jonas.w') }],
    ['of oneself', '403 forbidden', [own], { userId: demoId }],
    ['of nobody', '404 not_found', [own], { userId: nothing }],
    ['of who is in', 204, [own], { userId: idOf('bea.n') }],
  ),
  on('GET /api/circles/:id/bans',
    ["in another's", '403 forbidden', [joined]],
    ["of one's own", 200, [own], undefined, { shows: [count, '1'] }],
  ),
  on('DELETE /api/circles/:id/bans/:uid',
    ["in another's", '403 forbidden', [joined, idOf('bea.n')]],
    ['of who is banned', 204, [own, idOf('bea.n')]],
    ['again', 204, [own, idOf('bea.n')]],
  ),
  on('POST /api/circles/:id/invitations',
    ["into another's", '403 forbidden', [joined], {}],
    ['of a friend into an open one', '409 conflict', [own], { userId: idOf('jonas.w') }],
    ["into one's own", 201, [own], {}, { keep: 'link' }],
  ),
  on('GET /api/circles/:id/invitations',
    ["of another's", '403 forbidden', [joined]],
    ["of one's own", 200, [own], undefined, { shows: [count, '1'] }],
  ),
  on('DELETE /api/circles/:id/invitations/:iid',
    ["of another's", '403 forbidden', [joined, nothing]],
    ["of one's own", 204, [own, '$link']],
    ['again', 204, [own, '$link']],
  ),
  on('POST /api/circles/:id/invitations/decline',
    ['that was not sent', 204, [closed]],
    ['into none', 204, [nothing]],
  ),
  on('POST /api/circles/:id/owner',
    ["of another's", '403 forbidden', [joined], { userId: idOf('jonas.w') }],
    ['to who is not in', '404 not_found', [own], { userId: idOf('jonas.w') }],
  ),
  on('DELETE /api/circles/:id/membership',
    ['by its owner', '409 owner_must_hand_over', [own]],
  ),
  on('POST /api/circles/:id/owner',
    ['to who is in', 200, [own], { userId: idOf('jamal.w') }, { shows: [(one) => one.ownerId, idOf('jamal.w')] }],
  ),
  on('DELETE /api/circles/:id/membership',
    ['where one is in', 204, [open]],
    ['again', 204, [open]],
  ),
  on('DELETE /api/circles/:id',
    ["of another's", '403 forbidden', [joined], { confirm: 'Repair Café Crew' }],
    ['without its name', '400 invalid', ['$circle'], { confirm: 'Not it' }],
    ['with its name', 204, ['$circle'], { confirm: 'seed savers' }],
  ),
  on('GET /api/circles/:id',
    ['that has ended', '404 not_found', ['$circle']],
  ),

  // Leaving
  on('POST /api/account/password',
    ['to another one', 204, [], { currentPassword: demo.password, newPassword: 'seven warm stones' }],
  ),
  on('POST /api/logout',
    ['of the demo account', 200],
    ['again', 200],
  ),
  on('GET /api/user',
    ['after it', '401 signed_out'],
  ),
  on('POST /api/login',
    ['with the password before', '401 invalid_credentials', [], { username: demo.username, password: demo.password }],
    ['with the new one', 200, [], { username: demo.username, password: 'seven warm stones' }],
  ),
  on('DELETE /api/account',
    ['with its name', 202, [], { confirm: demo.username, password: 'seven warm stones' }],
  ),

  // Coming
  on('POST /api/account/complete',
    ['of who came by a link', 200, [], profile, { as: 'newcomer', shows: [(user) => [user.username, user.profileComplete], [profile.username, true]] }],
  ),
  on('POST /api/register',
    ['of somebody else', 201, [], { ...profile, username: 'also.new', email: 'also@frens.example', password: 'seven warm stones' }, { as: 'visitor', shows: [(user) => user.username, 'also.new'] }],
  ),
].flat();

/** The table, in its order. */
export const rows: readonly Row[] = [
  ...[...common, ...wrongMethods].map((row): Row => ({ ...row, isCommon: true })),
  ...single,
];
