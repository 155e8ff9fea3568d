import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { ApiError } from '../errors.ts';
import { buildFriend, buildLedgerEntry, buildPublicUser, buildWallet, fixtureId } from '../fixtures/index.ts';
import { memberPicture } from '../picture-files.ts';
import type { Row } from '../testing/row.ts';
import { rows } from '../testing/rows.ts';
import { requestOf } from '../testing/run-rows.ts';
import { handlersFor, type ScenarioName } from './index.ts';

const origin = 'https://mock.frens.test';
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const api = createClient({ baseUrl: origin });
const member = (number: number) => fixtureId('member', number);

/** One that the API takes, of each call. */
const taken = new Map(
  rows
    .filter(({ call, is, isNext }) => call.includes(' /api/') && typeof is === 'number' && !isNext)
    .filter(({ of, body }) => !JSON.stringify([of, body]).includes('"$'))
    .map((row) => [row.call, row]),
);
const send = (row: Row) => fetch(requestOf(row, origin));

describe('scenario typical', () => {
  it('refuses in the language of the page', async () => {
    server.use(...handlersFor('typical'));
    const spanish = createClient({ baseUrl: origin, language: () => 'es' });
    await expect(spanish.call('POST /api/circles', { body: { name: '' } })).rejects.toMatchObject({
      message: '400: Ponle un nombre a tu círculo',
    });
  });

  it('answers an unknown path or method like the API and says what is mocked', async () => {
    server.use(...handlersFor('typical'));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    for (const [method, path, status, message, allowed] of [
      ['GET', '/api/nothing', 404, 'We couldn’t find this.', null],
      ['DELETE', '/api/wallet', 405, 'This address doesn’t support that kind of request.', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(origin + path, { method });
      expect([response.status, response.headers.get('X-Request-Id')]).toEqual([status, 'nobody']);
      expect([(await response.json()).message, response.headers.get('Allow')]).toEqual([message, allowed]);
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
    await api.call('PATCH /api/users/:id', { params: { id: member(0) }, body: { bio: 'Slow walks.' } });
    expect(await steps()).toEqual({ profile: true, circle: true, fren: false });
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
    const image = await fetch(`${origin}/media/pandas/${fixtureId('panda', 1)}.svg`);
    expect(image.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await image.text()).toContain('<svg');
    expect(
      (await fetch(`${origin}${memberPicture({ profileImage: '', pandaImage: null }).src}`)).status,
    ).toBe(200);
    expect((await fetch(`${origin}/media/drawings/30214-4-0f8e1c2a.svg`)).status).toBe(200);
    expect((await fetch(`${origin}/media/pandas/nothing.svg`)).status).toBe(404);
  });

  it('shows the picture that was sent, until it is taken away', async () => {
    server.use(...handlersFor('typical'));
    const image = new Blob(['RIFF....WEBP'], { type: 'image/webp' });
    const { profileImage } = await api.call('POST /api/users/me/image', { upload: { image } });
    expect(await (await fetch(origin + profileImage)).text()).toBe('RIFF....WEBP');
    expect((await api.call('DELETE /api/users/me/image')).profileImage).toBe('');
    expect((await fetch(origin + profileImage)).status).toBe(404);
  });
});

describe('other scenarios', () => {
  it('empty has a member and nothing else', async () => {
    server.use(...handlersFor('empty'));
    expect((await api.call('GET /api/user')).pandaId).toBeNull();
    const lists = ['GET /api/users', 'GET /api/connections', 'GET /api/pandas', 'GET /api/circles'] as const;
    for (const key of lists) expect(await api.call(key), key).toEqual([]);
  });

  it('failing knows the member and fails in everything else', async () => {
    server.use(...handlersFor('failing'));
    expect((await api.call('GET /api/user')).username).toBe('demo');
    const error: unknown = await api.call('GET /api/users').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    taken.delete('GET /api/user');
    for (const [key, row] of taken) expect((await send(row)).status, key).toBe(503);
  });

  it('refusing shows everything and lets nothing be changed, so that each failure can be seen', async () => {
    server.use(...handlersFor('refusing'));
    for (const [key, row] of taken)
      expect((await send(row)).status, key).toBe(key.startsWith('GET ') ? row.is : 503);
  });

  it.each(['typical', 'long', 'empty', 'failing'] satisfies ScenarioName[])(
    '%s can start signed out',
    async (scenario) => {
      server.use(...handlersFor(scenario, { signedIn: false }));
      await expect(api.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
    },
  );
});
