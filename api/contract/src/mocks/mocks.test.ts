import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { parseKey } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import {
  buildFriend,
  buildLedgerEntry,
  buildPublicUser,
  buildWallet,
  demoCommunity,
  fixtureId,
} from '../fixtures/index.ts';
import { type ClientKey, clientKeys, contract, type Endpoint } from '../index.ts';
import { voiceTexts } from '../voice-texts.ts';
import { handlersFor, readScenario, type ScenarioName } from './index.ts';
import { typicalAnswers } from './typical-answers.ts';

const origin = 'https://mock.frens.test';
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const api = createClient({ baseUrl: origin });
const member = (number: number) => fixtureId('member', number);

const ownCircle = demoCommunity().circles.find(({ ownerId }) => ownerId === fixtureId('member', 0));

const [[friendId, [candidate]] = ['', []]] = typicalAnswers().matchCandidates;
const introduced = { user1Id: friendId, user2Id: candidate?.user.id ?? '' };
const post = demoCommunity().content.find(({ authorId }) => authorId !== member(0));
const someContent = `${post?.pandaId} ${post?.id}`;

/** What each call needs to be made once: its parameters and its body. */
const examples: Record<
  ClientKey,
  { id?: string; query?: string; body?: unknown; file?: string; status: number }
> = {
  'POST /api/register': {
    status: 201,
    body: {
      username: 'newcomer',
      password: 'secret',
      email: 'n@x.org',
      name: 'New',
      age: 20,
      gender: 'male',
      lookingFor: 'male',
    },
  },
  'POST /api/login': { status: 200, body: { username: 'demo', password: 'bamboo-grove' } },
  'POST /api/auth/magic-link': { status: 200, body: { email: 'n@x.org' } },
  'POST /api/auth/verify': { status: 200, body: { token: 'any' } },
  'POST /api/composition/visits': { status: 200, body: { versions: ['mf-quiz@1'] } },
  'POST /api/composition/reports': {
    status: 204,
    body: { token: 'any', version: 'mf-quiz@1', code: 'REMOTE-104' },
  },
  'POST /api/composition/vitals': {
    status: 204,
    body: { token: 'any', vitals: [{ version: 'shell@1', name: 'LCP', rating: 'good' }] },
  },
  'POST /api/auth/password/check': { status: 200, body: { password: 'tea and toast' } },
  'POST /api/auth/password/forgot': { status: 200, body: { email: 'n@x.org' } },
  'POST /api/auth/password/reset': { status: 200, body: { token: 'any', password: 'tea and toast' } },
  'POST /api/account/complete': {
    status: 200,
    body: { username: 'newcomer', name: 'New', age: 20, gender: 'male', lookingFor: 'male' },
  },
  'GET /api/user': { status: 200 },
  'GET /api/users': { status: 200 },
  'GET /api/home': { status: 200 },
  'GET /api/conversations': { status: 200 },
  'GET /api/users/:id': { status: 200, id: member(30) },
  'GET /api/users/:id/common': { status: 200, id: member(30) },
  'POST /api/users/:id/block': { status: 204, id: member(31) },
  'GET /api/blocks': { status: 200 },
  'POST /api/reports': {
    status: 201,
    body: { subjectType: 'circle', subjectId: fixtureId('circle', 5), reason: 'spam' },
  },
  'DELETE /api/users/:id/block': { status: 204, id: member(31) },
  'PATCH /api/users/:id': { status: 200, id: member(0), body: { bio: 'Changed' } },
  'POST /api/connections': { status: 201, body: { friendId: member(30) } },
  'GET /api/connections': { status: 200 },
  'GET /api/connections/pending': { status: 200 },
  'POST /api/connections/:id/accept': { status: 200, id: fixtureId('connection', 8) },
  'POST /api/connections/:id/decline': { status: 200, id: fixtureId('connection', 9) },
  'GET /api/connections/:id/messages': { status: 200, id: fixtureId('connection', 0) },
  'POST /api/connections/:id/messages': {
    status: 201,
    id: fixtureId('connection', 0),
    body: { text: 'Hello' },
  },
  'DELETE /api/connections/:id/messages/:mid': {
    status: 204,
    id: `${fixtureId('connection', 0)} ${fixtureId('message', 1)}`,
  },
  'DELETE /api/connections/:id': { status: 204, id: fixtureId('connection', 0) },
  'GET /api/notifications': { status: 200 },
  'GET /api/notifications/unread': { status: 200 },
  'POST /api/notifications/read': { status: 200, body: { upTo: '2026-11-21T00:00:00.000Z' } },
  'GET /api/matches/candidates': { status: 200, query: `?friendId=${introduced.user1Id}` },
  'POST /api/matches': { status: 201, body: introduced },
  'GET /api/matches': { status: 200 },
  'GET /api/matches/matchmaker': { status: 200 },
  'POST /api/matches/:id/accept': { status: 200, id: fixtureId('match', 0) },
  'POST /api/matches/:id/decline': { status: 200, id: fixtureId('match', 1) },
  'DELETE /api/matches/:id': { status: 204, id: fixtureId('match', 3) },
  'GET /api/invite-link': { status: 200 },
  'POST /api/invite-link': { status: 201 },
  'GET /api/invitations/:code': { status: 200, id: 'any' },
  'POST /api/invitations/email': { status: 204, body: { email: 'n@x.org' } },
  'POST /api/unsubscribe/:token': { status: 204, id: 'any' },
  'GET /api/notification-settings': { status: 200 },
  'PATCH /api/notification-settings': { status: 200, body: { mailMessages: false } },
  'GET /api/privacy-settings': { status: 200 },
  'PATCH /api/privacy-settings': { status: 200, body: { ageVisible: false } },
  'GET /api/pandas': { status: 200 },
  'GET /api/pandas/:id': { status: 200, id: fixtureId('panda', 1) },
  'GET /api/pandas/:id/stakes': { status: 200, id: fixtureId('panda', 1) },
  'GET /api/pandas/:id/content': { status: 200, id: fixtureId('panda', 1) },
  'POST /api/pandas/:id/content': {
    status: 201,
    id: fixtureId('panda', 1),
    body: { type: 'review', content: 'Kept watch over my balcony.' },
  },
  'PATCH /api/pandas/:id': { status: 200, id: fixtureId('panda', 0), body: { name: 'Quiet Meadow' } },
  'GET /api/pandas/:id/history': { status: 200, id: fixtureId('panda', 1) },
  'GET /api/pandas/:id/own-review': { status: 200, id: fixtureId('panda', 1) },
  'PUT /api/pandas/:id/content/:cid/cheer': { status: 200, id: someContent },
  'DELETE /api/pandas/:id/content/:cid/cheer': { status: 200, id: someContent },
  'DELETE /api/pandas/:id/content/:cid': { status: 204, id: someContent },
  'POST /api/stake-bamboo': { status: 201, body: { pandaId: fixtureId('panda', 1), amount: '5' } },
  'GET /api/wallet': { status: 200 },
  'GET /api/wallet/ledger': { status: 200 },
  'GET /api/stakes': { status: 200 },
  'POST /api/stakes/:id/unstake': { status: 200, id: '0d38e439361b73fc2233eece', body: { amount: '5' } },
  'POST /api/elevenlabs/generate-voice': { status: 503, body: { text: voiceTexts.en[1] } },
  'POST /api/vibe-quiz': {
    status: 201,
    body: {
      answers: {
        1: 'connect',
        2: 'words',
        3: 'wisdom',
        4: 'heart',
        5: 'ocean',
        6: 'reflection',
        7: 'steady',
        8: 'healing',
        9: 'deep',
        10: 'dawn',
        11: 'joy',
      },
    },
  },
  'GET /api/circles': { status: 200 },
  'GET /api/circles/:id': { status: 200, id: fixtureId('circle', 4) },
  'GET /api/circles/:id/members': { status: 200, id: fixtureId('circle', 4) },
  'POST /api/circles': { status: 201, body: { name: 'Tea' } },
  'POST /api/circles/:id/join': { status: 200, id: fixtureId('circle', 4) },
  'POST /api/circles/:id/requests': { status: 201, id: fixtureId('circle', 6), body: { note: 'Hello' } },
  'GET /api/circles/:id/requests': { status: 200, id: ownCircle?.id ?? '' },
  'POST /api/circles/:id/requests/:rid/accept': {
    status: 200,
    id: `${ownCircle?.id} ${fixtureId('circle request', 0)}`,
  },
  'POST /api/circles/:id/requests/:rid/decline': {
    status: 204,
    id: `${ownCircle?.id} ${fixtureId('circle request', 1)}`,
  },
  'GET /api/circles/:id/notices': { status: 200, id: fixtureId('circle', 4) },
  'POST /api/circles/:id/notices': { status: 201, id: fixtureId('circle', 4), body: { text: 'Soup!' } },
  'DELETE /api/circles/:id/notices/:nid': { status: 204, id: `${fixtureId('circle', 4)} any` },
  'PATCH /api/circles/:id/members/:uid': {
    status: 204,
    id: `${fixtureId('circle', 2)} ${demoCommunity().circles.find(({ id }) => id === fixtureId('circle', 2))?.memberIds[1]}`,
    body: { role: 'admin' },
  },
  'DELETE /api/circles/:id/members/:uid': { status: 204, id: `${fixtureId('circle', 4)} any` },
  'POST /api/circles/:id/bans': { status: 204, id: fixtureId('circle', 4), body: { userId: member(2) } },
  'GET /api/circles/:id/bans': { status: 200, id: fixtureId('circle', 4) },
  'DELETE /api/circles/:id/bans/:uid': { status: 204, id: `${fixtureId('circle', 4)} any` },
  'POST /api/circles/:id/invitations': { status: 201, id: fixtureId('circle', 4), body: { maxUses: 3 } },
  'GET /api/circles/:id/invitations': { status: 200, id: fixtureId('circle', 4) },
  'DELETE /api/circles/:id/invitations/:iid': { status: 204, id: `${fixtureId('circle', 4)} any` },
  'POST /api/circles/:id/invitations/decline': { status: 204, id: fixtureId('circle', 4) },
  'GET /api/circle-invitations/:code': { status: 200, id: 'any' },
  'PATCH /api/circles/:id': { status: 200, id: fixtureId('circle', 4), body: { description: 'New' } },
  'PATCH /api/circles/:id/membership': {
    status: 200,
    id: fixtureId('circle', 4),
    body: { wantsNotices: true },
  },
  'DELETE /api/circles/:id/membership': { status: 204, id: fixtureId('circle', 4) },
  'POST /api/circles/:id/owner': {
    status: 200,
    id: fixtureId('circle', 2),
    body: { userId: demoCommunity().circles.find(({ id }) => id === fixtureId('circle', 2))?.memberIds[1] },
  },
  'DELETE /api/circles/:id': {
    status: 204,
    id: fixtureId('circle', 2),
    body: { confirm: demoCommunity().circles.find(({ id }) => id === fixtureId('circle', 2))?.name },
  },
  'GET /api/sessions': { status: 200 },
  'POST /api/account/password': { status: 204, body: { newPassword: 'tea and toast' } },
  'POST /api/account/confirmation': { status: 204 },
  'GET /api/account/export': { status: 200 },
  'POST /api/auth/link/check': { status: 200, body: { purpose: 'reset', token: 'any' } },
  'POST /api/auth/email/confirm': { status: 200, body: { token: 'any' } },
  'POST /api/auth/email/change': { status: 200, body: { token: 'any' } },
  'POST /api/sessions/revoke-others': { status: 204 },
  'POST /api/users/me/image': { status: 200, file: 'image' },
  'DELETE /api/users/me/image': { status: 200 },
  'DELETE /api/account/pending-email': { status: 200 },
  'DELETE /api/account': {
    status: 202,
    // As the call above has named them.
    body: { confirm: 'newcomer', password: demoCommunity().demo.password },
  },
  'DELETE /api/sessions/:id': { status: 204, id: 'here' },
  'POST /api/logout': { status: 200 },
  'POST /api/auth/account/keep': { status: 200, body: { token: 'any' } },
  'POST /api/auth/email/undo': { status: 200, body: { token: 'any' } },
};

async function send(key: ClientKey): Promise<Response> {
  const { id = '', query = '', body, file } = examples[key];
  const { method, path } = parseKey(key);
  const ids = id.split(' ');
  const address = origin + path.replace(/:\w+/g, () => ids.shift() ?? '') + query;
  if (file !== undefined) {
    const form = new FormData();
    form.append(file, new Blob(['a picture'], { type: 'image/webp' }));
    return fetch(address, { method, body: form });
  }
  if (body === undefined) return fetch(address, { method });
  const headers = { 'Content-Type': 'application/json' };
  return fetch(address, { method, body: JSON.stringify(body), headers });
}

describe('scenario typical', () => {
  it('answers every call of the contract with what the contract says', async () => {
    server.use(...handlersFor('typical'));
    expect(Object.keys(examples).sort()).toEqual([...clientKeys].sort());
    // True because the line above says that the keys are the contract's.
    for (const key of Object.keys(examples) as ClientKey[]) {
      const response = await send(key);
      expect(response.status, key).toBe(examples[key].status);
      const { response: schema }: Endpoint = contract[key];
      if (!schema) continue;
      const answer: unknown = await response.json();
      expect(schema.safeParse(answer).error, key).toBeUndefined();
      // What the schema would drop is something that the API does not promise.
      expect(schema.parse(answer), key).toEqual(answer);
    }
  });

  it('shows the effect of connecting, accepting, staking, joining and a privacy switch', async () => {
    server.use(...handlersFor('typical'));
    const friendsBefore = await api.call('GET /api/connections');
    const pending = await api.call('GET /api/connections/pending');
    const incoming = pending.find((one) => one.direction === 'incoming');
    await api.call('POST /api/connections/:id/accept', { params: { id: incoming?.id ?? '' } });
    expect(await api.call('GET /api/connections')).toHaveLength(friendsBefore.length + 1);

    await api.call('POST /api/connections', { body: { friendId: member(30) } });
    const users = await api.call('GET /api/users');
    expect(users.find((user) => user.id === member(30))?.relation).toBe('outgoing');

    const wallet = await api.call('GET /api/wallet');
    const { balance } = await api.call('POST /api/stake-bamboo', {
      body: { pandaId: fixtureId('panda', 9), amount: '10' },
    });
    expect(Number(balance)).toBe(Number(wallet.balance) - 10);

    const circle = await api.call('POST /api/circles/:id/join', {
      params: { id: fixtureId('circle', 4) },
      body: {},
    });
    expect(circle.membership).toBe('member');

    const settings = await api.call('PATCH /api/privacy-settings', { body: { ageVisible: false } });
    expect(settings.ageVisible).toBe(false);
    expect(await api.call('GET /api/privacy-settings')).toEqual(settings);
  });

  it('refuses what is no call, what the contract does not take, and circles that are closed', async () => {
    server.use(...handlersFor('typical'));
    const refusals = [
      [
        api.call('POST /api/circles/:id/join', { params: { id: fixtureId('circle', 6) }, body: {} }),
        'invite_required',
      ],
      [api.call('POST /api/connections', { body: { friendId: member(12) } }), 'not_found'],
      [api.call('GET /api/pandas/:id', { params: { id: 'nothing' } }), 'not_found'],
      [api.call('POST /api/circles', { body: { name: '' } }), 'invalid'],
      [
        api.call('POST /api/stake-bamboo', { body: { pandaId: fixtureId('panda', 1), amount: '0' } }),
        'invalid_amount',
      ],
    ] as const;
    for (const [promise, code] of refusals) await expect(promise).rejects.toMatchObject({ code });
    const spanish = createClient({ baseUrl: origin, language: () => 'es' });
    await expect(spanish.call('POST /api/circles', { body: { name: '' } })).rejects.toMatchObject({
      message: '400: Ponle un nombre a tu círculo',
    });
  });

  it('answers an unknown path or method like the API and says what is mocked', async () => {
    server.use(...handlersFor('typical'));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/wallet'],
    ] as const) {
      const response = await fetch(origin + path, { method });
      expect([response.status, response.headers.get('X-Request-Id')]).toEqual([404, 'mock']);
      expect(said).toHaveBeenLastCalledWith(expect.stringContaining(`${method} ${path}`));
    }
    expect(said).toHaveBeenLastCalledWith(expect.stringContaining('POST /api/circles/:id/join'));
    said.mockRestore();
  });

  it('is not made of answers that contradict each other', () => {
    const poor = buildWallet({ balance: '3.00' });
    expect(() => handlersFor('typical', { answers: { wallet: poor } })).toThrow('different balances');
    const backer = buildWallet({ staked: '3.00' });
    expect(() => handlersFor('typical', { answers: { wallet: backer } })).toThrow('stakes are not those');
    const ledger = [buildLedgerEntry({ balanceAfter: '3.00' })];
    expect(() => handlersFor('typical', { answers: { ledger } })).toThrow('left another balance');
    const friends = [buildFriend({ friend: buildPublicUser({ relation: 'none' }) })];
    expect(() => handlersFor('empty', { answers: { friends } })).toThrow('who is none');
  });

  it('takes the first steps one by one', async () => {
    server.use(...handlersFor('empty'));
    const steps = async () => (await api.call('GET /api/home')).firstSteps.steps;
    expect(await steps()).toEqual({ profile: false, circle: false, fren: false });
    await api.call('POST /api/circles', { body: { name: 'Walkers', description: '', circleType: 'open' } });
    await api.call('PATCH /api/users/:id', { params: { id: 'me' }, body: { bio: 'Slow walks.' } });
    expect(await steps()).toEqual({ profile: true, circle: true, fren: false });
  });

  it('signs out and in again', async () => {
    server.use(...handlersFor('typical'));
    await api.call('POST /api/logout');
    await expect(api.call('GET /api/user')).rejects.toMatchObject({ status: 401, code: 'signed_out' });
    await expect(
      api.call('POST /api/login', { body: { username: 'demo', password: 'x' } }),
    ).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await api.call('POST /api/login', { body: { username: 'DEMO', password: 'bamboo-grove' } });
    expect((await api.call('GET /api/user')).name).toBe('Robin Vale');
  });

  it('cuts lists into pages that never meet and never miss', async () => {
    server.use(...handlersFor('typical'));
    const all = await api.call('GET /api/users');
    const first = await api.page('GET /api/users', { query: { limit: 30 } });
    const second = await api.page('GET /api/users', { query: { limit: 30, cursor: first.nextCursor ?? '' } });
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.nextCursor).toBeNull();
  });

  it('draws Pandas', async () => {
    server.use(...handlersFor('typical'));
    const image = await fetch(`${origin}/media/pandas/${fixtureId('panda', 1)}.svg?v=1`);
    expect(image.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await image.text()).toContain('<svg');
    expect((await fetch(`${origin}/media/pandas/nothing.svg`)).status).toBe(404);
  });

  it('shows the picture that was sent, until it is taken away', async () => {
    server.use(...handlersFor('typical'));
    const image = new Blob(['a picture'], { type: 'image/webp' });
    const { profileImage } = await api.call('POST /api/users/me/image', { upload: { image } });
    expect(await (await fetch(origin + profileImage)).text()).toBe('a picture');
    expect((await api.call('DELETE /api/users/me/image')).profileImage).toBe('');
    expect((await fetch(origin + profileImage)).status).toBe(404);
  });
});

describe('other scenarios', () => {
  it('empty has a member and nothing else', async () => {
    server.use(...handlersFor('empty'));
    expect((await api.call('GET /api/user')).pandaId).toBeNull();
    for (const key of [
      'GET /api/users',
      'GET /api/connections',
      'GET /api/pandas',
      'GET /api/circles',
    ] as const) {
      expect(await api.call(key), key).toEqual([]);
    }
  });

  it('failing knows the member and fails in everything else', async () => {
    server.use(...handlersFor('failing'));
    expect((await api.call('GET /api/user')).username).toBe('demo');
    const error: unknown = await api.call('GET /api/users').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    const others = clientKeys.filter((key) => key !== 'GET /api/user');
    for (const key of others) expect((await send(key)).status, key).toBe(503);
  });

  it('refusing shows everything and lets nothing be changed, so that each failure can be seen', async () => {
    server.use(...handlersFor('refusing'));
    for (const key of clientKeys) {
      const { status } = await send(key);
      expect(status, key).toBe(key.startsWith('GET ') ? examples[key].status : 503);
    }
  });

  it.each(['typical', 'long', 'empty', 'failing'] satisfies ScenarioName[])(
    '%s can start signed out',
    async (scenario) => {
      server.use(...handlersFor(scenario, { signedIn: false }));
      await expect(api.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
    },
  );

  it('reads scenario names and nothing else', () => {
    expect([readScenario(null), readScenario('empty')]).toEqual(['typical', 'empty']);
    expect(() => readScenario('toString')).toThrow(
      'There is no scenario "toString". There are: typical, long, empty, loading, failing, refusing.',
    );
  });
});
