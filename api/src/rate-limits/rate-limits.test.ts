import { createHash } from 'node:crypto';
import { type CallBody, type CallKey, contract, type Endpoint } from '@frens/contract';
import { type CallLimit, generalLimits } from '@frens/contract/call-limits';
import { parseKey } from '@frens/contract/endpoint';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute } from '../clock.ts';
import { serverLimits } from '../limits.ts';
import { matrix } from '../testing/call-matrix.ts';
import { type ElevenLabsServer, startElevenLabs } from '../testing/eleven-labs-server.ts';
import { registration } from '../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** How many requests are sent beyond the limit. */
const beyond = (points: number) => (process.env.LONG ? 2 * points : 5);

let networks = 8;
const newNetwork = () => `198.51.100.${(networks += 1)}`;
const nothing = '0'.repeat(24);
/** Bodies that differ from the matrix: enough to reach the act, which may then refuse. */
const bodies: { [Key in CallKey]?: (per: CallLimit['per']) => CallBody<Key> } = {
  // A limit by address needs the same address, the others a new one for each call.
  'POST /api/auth/magic-link': (per) => ({
    email: per === 'network' ? registration().email : 'one@frens.example',
  }),
  // Wrong passwords have their own limit.
  'POST /api/account/password': () => ({ newPassword: 'seven warm stones' }),
};
const nobody = { owner: { id: nothing }, other: { id: nothing }, pandaId: nothing };
const bodyOf = (key: CallKey, per: CallLimit['per']): unknown =>
  bodies[key] ? bodies[key](per) : matrix[key].body?.(nobody);

const sameCallers = (one: CallLimit['per'], other: CallLimit['per']) =>
  JSON.stringify(one) === JSON.stringify(other);

const declared = Object.entries(contract).flatMap(([key, definition]) => {
  const { limits = [] }: Endpoint = definition;
  // Of two limits for the same caller only the stricter one is observable. The other, silent limits, and limits that refund refused calls
  // have tests beside their calls.
  const shown = limits.filter(
    (limit, index) =>
      limit.past !== 'tell' &&
      !limit.onlyDone &&
      !limits.slice(0, index).some(({ per }) => sameCallers(per, limit.per)),
  );
  // Safe: these are the contract's keys.
  return shown.map((limit) => [key as CallKey, limit] as const);
});
/** In `npm test` only limits that ten requests reach, and one of twenty for each kind of caller. */
const reached = declared.filter(
  ([, { points, per }], index) =>
    process.env.LONG ||
    points <= 10 ||
    (points <= 20 && !declared.slice(0, index).some(([, limit]) => sameCallers(per, limit.per))),
);

let app: TestApp;
let voice: ElevenLabsServer;
beforeAll(async () => {
  // One trusted hop, because direct clients on this machine would be exempt.
  voice = await startElevenLabs('key');
  app = await startTestApp({
    trustedProxyHops: 1,
    elevenLabs: { url: voice.url, key: 'key' },
    // Hundreds of requests are sent at once; queueing is not tested here.
    admission: { ...serverLimits.admission, queued: 10_000, waitMs: minute },
  });
});
afterAll(async () => {
  await app.close();
  await voice.close();
});

const limiterWith = (limitFactor: number) => createLimiter({ ...app.services, config: { limitFactor } });

/** Round robin. */
function turn(limiters: Limiter[], index: number): Limiter {
  const limiter = limiters[index % limiters.length];
  if (!limiter) throw new Error('There is no limiter.');
  return limiter;
}

/** Sends concurrent requests and counts those that pass the limits; none may be refused because of load. */
async function passedOf(count: number, send: () => Promise<Response>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, send));
  const refused = answers.filter((answer) => answer.status === 429);
  for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return count - refused.length;
}

function sendFrom(client: TestClient, key: CallKey, address: string, per: CallLimit['per'] = 'member') {
  const { method, path } = parseKey(key);
  const headers = { 'X-Forwarded-For': `203.0.113.77, ${address}` };
  return () => client.send(method, path.replaceAll(/:\w+/g, nothing), { body: bodyOf(key, per), headers });
}

describe('every limit of the contract under concurrent requests (D49)', () => {
  it.each(reached)('%s %j lets exactly as many pass', async (key, limit: CallLimit) => {
    const isMembers = limit.per === 'member' || (typeof limit.per === 'object' && 'newAddress' in limit.per);
    const client = isMembers ? await app.member() : app.visitor();
    const points = limit.newcomerPoints ?? limit.points;
    // A separate network, which the previous limit has not counted.
    const network = limit.per === 'network' ? newNetwork() : '198.51.100.1';
    expect(await passedOf(points + beyond(points), sendFrom(client, key, network, limit.per))).toBe(points);
  });

  it('grants confirmed, older accounts more, including what they did before', async () => {
    const member = await app.member();
    const { perDay, perDayNewOrUnverified } = limits.connections;
    const ask = sendFrom(member, 'POST /api/connections', '198.51.100.2');
    const asked = perDayNewOrUnverified + beyond(perDayNewOrUnverified);
    expect(await passedOf(asked, ask)).toBe(perDayNewOrUnverified);
    // Refused requests are refunded after the response, which takes a while on a busy machine.
    const key = createHash('sha256').update(`POST /api/connections 0\n${member.id}`).digest('base64url');
    const counted = async () => (await app.services.db.models.RateLimit.findOne({ key }).lean())?.points;
    await expect.poll(counted, { timeout: 10_000 }).toBe(perDayNewOrUnverified);
    await app.confirm(member);
    await app.services.db.models.User.updateOne(
      { _id: member.id },
      { createdAt: new Date(app.clock.now().getTime() - 2 * day) },
    );
    const left = perDay - perDayNewOrUnverified;
    expect(await passedOf(left + beyond(left), ask)).toBe(left);
  });

  it.runIf(process.env.LONG)('lets exactly 120 writes a minute pass', async () => {
    const member = await app.member();
    const write = () => member.send('PATCH', '/api/privacy-settings', { body: { showOnlineStatus: true } });
    expect(await passedOf(200, write)).toBe(generalLimits.memberWrites.points);
    app.clock.advance(minute + 1);
    expect((await write()).status).toBe(200);
  });
});

describe('the general limits (D49)', () => {
  it('apply to all pages together, and to previews separately', async () => {
    const network = { 'X-Forwarded-For': newNetwork() };
    const get = (path: string) => app.visitor().send('GET', path, { headers: network });
    for (const path of ['/groups', '/api/openapi.json', '/api/docs', '/composition.json', '/no/such/page'])
      await get(path);
    const page = await get('/');
    expect(page.headers.get('RateLimit-Remaining')).toBe(String(generalLimits.pages.points - 6));
    const { points } = generalLimits.previews;
    for (let count = 0; count < points; count += 1) await get(`/composition.json?compose=mf-quiz@${count}`);
    const refused = await get('/groups?compose=mf-quiz@1');
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
    expect((await get('/shell/1/none.js')).headers.get('RateLimit-Limit')).toBeNull();
  });

  it('apply to visitors of one network, and report the remaining points', async () => {
    const visitor = app.visitor();
    const read = (address: string) => () =>
      visitor.send('GET', '/api/circles?limit=1', { headers: { 'X-Forwarded-For': address } });
    const { points } = generalLimits.visitor;
    const first = await read('2001:db8:7::1')();
    expect(first.headers.get('RateLimit-Limit')).toBe(String(points));
    expect(first.headers.get('RateLimit-Remaining')).toBe(String(points - 1));
    expect(Number(first.headers.get('RateLimit-Reset'))).toBeLessThanOrEqual(300);
    expect(await passedOf(points + beyond(points), read('2001:db8:7::2'))).toBe(points - 1);
    const refused = await read('2001:db8:7::3')();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect((await read('2001:db8:7:1::1')()).status).toBe(200);
    expect(app.logged.some((line) => line.security === 'limit_hit')).toBe(true);
    expect(JSON.stringify(app.logged)).not.toContain('2001:db8');
  });

  it.runIf(process.env.LONG)(
    'combine the networks of one subscriber, with eight times the points',
    async () => {
      const [{ points }] = contract['POST /api/elevenlabs/generate-voice'].limits;
      let sent = 0;
      const send = () => {
        sent += 1;
        return sendFrom(app.visitor(), 'POST /api/elevenlabs/generate-voice', `2001:db8:9:${sent}::1`)();
      };
      expect(await passedOf(8 * points + 3, send)).toBe(8 * points);
    },
  );

  it('count calls without a session by network, separately from those of visitors and members', async () => {
    const member = await app.member();
    const headers = { 'X-Forwarded-For': newNetwork() };
    const visit = () => member.send('POST', '/api/composition/visits', { body: { versions: [] }, headers });
    const remaining = async (answer: Promise<Response>) =>
      Number((await answer).headers.get('RateLimit-Remaining'));
    const [{ points }] = contract['POST /api/composition/visits'].limits;
    expect(await remaining(visit())).toBe(points - 1);
    const read = (client: TestClient) => client.send('GET', '/api/circles?limit=1', { headers });
    expect(await remaining(read(app.visitor()))).toBe(generalLimits.visitor.points - 1);
    const before = await remaining(read(member));
    await visit();
    expect(await remaining(read(member))).toBe(before - 1);
    expect(await passedOf(points + 5, visit)).toBe(points - 2);
  });

  it('count files separately, because a page shows a hundred pictures', async () => {
    const visitor = app.visitor();
    const headers = { 'X-Forwarded-For': '2001:db8:8::1' };
    const picture = await visitor.send('GET', `/media/pandas/${'f'.repeat(24)}.svg`, { headers });
    expect(picture.headers.get('RateLimit-Limit')).toBe(String(generalLimits.files.points));
    const read = await visitor.send('GET', '/api/circles?limit=1', { headers });
    expect(read.headers.get('RateLimit-Remaining')).toBe(String(generalLimits.visitor.points - 1));
  });

  it.runIf(process.env.LONG)('are exceeded by at most 5 % with three processes', async () => {
    const limiters = [1, 2, 3].map(() => limiterWith(1));
    const counter = { name: 'test', who: 'somebody', points: 400, seconds: 60 };
    const standings = await Promise.all(
      Array.from({ length: 1200 }, (_, index) => turn(limiters, index).countSettled(counter)),
    );
    const passed = standings.filter((standing) => standing.passed).length;
    expect(passed).toBeGreaterThanOrEqual(400);
    expect(passed).toBeLessThanOrEqual(420);
  });
});

describe('the limiter', () => {
  it('is exact across processes and at the end of a window', async () => {
    const limiters = [1, 2].map(() => limiterWith(1));
    const counter = { name: 'exact', who: 'somebody', points: 10, seconds: 60 };
    const passed = async () => {
      const standings = await Promise.all(
        Array.from({ length: 60 }, (_, index) => turn(limiters, index).count(counter)),
      );
      return standings.filter((standing) => standing.passed).length;
    };
    expect(await passed()).toBe(10);
    app.clock.advance(2 * minute);
    expect(await passed()).toBe(10);
  });

  it('does not extend a window when the clock is set back', async () => {
    const limiter = limiterWith(1);
    const counter = { name: 'back', who: 'somebody', points: 1, seconds: 60 };
    for (const count of [limiter.count, limiter.countSettled]) {
      await count(counter);
      app.clock.advance(-2 * hour);
      const { passed, resetMs } = await count(counter);
      expect([passed, resetMs]).toEqual([false, minute]);
      app.clock.advance(minute + 1);
      expect((await count(counter)).passed).toBe(true);
      app.clock.advance(3 * hour);
    }
  });

  it('scales by one factor, and refunds', async () => {
    const limiter = limiterWith(0.5);
    const counter = { name: 'half', who: 'somebody', points: 4, seconds: 60 };
    expect((await limiter.count(counter)).limit).toBe(2);
    await limiter.giveBack(counter);
    const passed = [await limiter.count(counter), await limiter.count(counter), await limiter.count(counter)];
    expect(passed.map((standing) => standing.passed)).toEqual([true, true, false]);
  });
});
