import Koa from 'koa';
import { expect, it, vi } from 'vitest';
import type { Config } from '../config.ts';
import { createHttpServer } from '../http-server.ts';
import { createLog } from '../log.ts';
import type { RequestState } from '../state.ts';
import { createNetworkReader } from './network.ts';

type Header = Config['trustedProxyHeader'];

/** The network that a server behind this many trusted hops determines for requests from an address with these headers. */
async function read(remoteAddress: string, hops: number, header: Header, requests: Record<string, string>[]) {
  const logged: Array<Record<string, unknown>> = [];
  const log = createLog(
    { logLevel: 'info', build: 'test' },
    { write: (line: string) => logged.push(JSON.parse(line)) },
  );
  const reader = createNetworkReader(
    { trustedProxyHops: hops, trustedProxyHeader: header, socketPath: null },
    log,
  );
  const app = new Koa<RequestState>();
  app.use((ctx, next) => {
    vi.spyOn(ctx.req.socket, 'remoteAddress', 'get').mockReturnValue(remoteAddress);
    return next();
  });
  app.use(reader.middleware);
  app.use((ctx) => {
    ctx.body = ctx.state.network ?? 'none';
  });
  const answer = app.callback();
  const server = createHttpServer((request, response) => void answer(request, response), {
    maxConnections: 10,
    publicUrl: new URL('http://localhost'),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const networks: string[] = [];
  for (const headers of requests)
    networks.push(await (await fetch(`http://127.0.0.1:${address.port}`, { headers })).text());
  server.closeAllConnections();
  server.close();
  return { networks, logged, warnings: reader.warnings() };
}

it.each([
  // The whole IPv4 address, and the first half of IPv6 (D8).
  ['203.0.113.9', null, 0, '203.0.113.9'],
  ['::ffff:203.0.113.9', null, 0, '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:0db8:0:0:1::5', null, 0, '2001:db8::/64'],
  ['fe80::1%eth0', null, 0, 'fe80::/64'],
  // Direct clients on this machine have no network (D49).
  ['127.0.0.1', null, 0, 'none'],
  ['::1', null, 0, 'none'],
  ['127.0.0.1', '198.51.100.7', 0, 'none'],
  // Exactly the configured proxies are trusted.
  ['203.0.113.1', '198.51.100.7, 203.0.113.9', 0, '203.0.113.1'],
  ['127.0.0.1', '198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
  ['127.0.0.1', '198.51.100.7, 203.0.113.9', 2, '198.51.100.7'],
  ['203.0.113.1', null, 1, '203.0.113.1'],
  // Every format in which proxies write an address.
  ['10.0.0.1', '203.0.113.7:5555', 1, '203.0.113.7'],
  ['10.0.0.1', '198.51.100.7:1, 203.0.113.7:5555, 10.0.0.9:80', 2, '203.0.113.7'],
  ['10.0.0.1', '[2001:db8:1:2:3::4]', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', '[2001:db8:1:2:3::4]:5555', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', '"[2001:db8:1:2:3::4]:5555"', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', '2001:db8:1:2:3:4:5:6:5555', 1, '2001:db8:1:2::/64'],
  ['10.0.0.1', '[::ffff:203.0.113.7]:5555', 1, '203.0.113.7'],
  ['10.0.0.1', 'fe80::1%eth0', 1, 'fe80::/64'],
  ['10.0.0.1', '192.0.2.66, , 203.0.113.7', 1, '203.0.113.7'],
  ['10.0.0.1', '192.0.2.66, 203.0.113.7, ', 2, '203.0.113.7'],
])('%s with %s behind %i hops is %s', async (remote, forwarded, hops, expected) => {
  const headers: Record<string, string> = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
  const { networks, logged } = await read(remote, hops, 'X-Forwarded-For', [
    { ...headers, ...(hops > 0 ? { Forwarded: 'for=192.0.2.66' } : {}) },
  ]);
  expect(networks).toEqual([expected]);
  expect(logged.filter(() => forwarded !== null && hops > 0)).toEqual([]);
});

it.each([
  ['for=203.0.113.7', 1, '203.0.113.7'],
  ['For="203.0.113.7:5555"; proto=https;by=10.0.0.9', 1, '203.0.113.7'],
  ['by=10.0.0.9;for="[2001:db8:1:2:3::4]:5555"', 1, '2001:db8:1:2::/64'],
  ['for=198.51.100.7, for=203.0.113.7;host="a,b;for=192.0.2.66"', 1, '203.0.113.7'],
  ['for=203.0.113.7, for=10.0.0.9', 2, '203.0.113.7'],
  ['for=192.0.2.66, for=203.0.113.7, ', 2, '203.0.113.7'],
  // A quote left open by a client ends where the proxy's part begins.
  ['for="192.0.2.66, for="[2001:db8:1:2:3::4]:5555"', 1, '2001:db8:1:2::/64'],
  ['for="192.0.2.66\\, for=203.0.113.7', 1, '203.0.113.7'],
])('a configured Forwarded header of %s behind %i hops is %s', async (forwarded, hops, expected) => {
  const headers = { Forwarded: forwarded, 'X-Forwarded-For': '192.0.2.99' };
  const { networks, logged } = await read('10.0.0.1', hops, 'Forwarded', [headers]);
  expect(networks).toEqual([expected]);
  expect(logged).toEqual([]);
});

it.each([
  ['X-Forwarded-For', { 'X-Forwarded-For': 'unknown' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7, _hidden' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.777' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '1' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '[203.0.113.7' }, 'could not be read'],
  // An empty part is the proxy's statement: no earlier part takes its place.
  ['X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7, ' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7,,' }, 'could not be read'],
  ['X-Forwarded-For', { 'X-Forwarded-For': '' }, 'could not be read'],
  ['X-Forwarded-For', { Forwarded: 'for=203.0.113.7' }, 'carries Forwarded and no X-Forwarded-For'],
  ['Forwarded', { 'X-Forwarded-For': '203.0.113.7' }, 'carries X-Forwarded-For and no Forwarded'],
  ['Forwarded', { Forwarded: 'for=203.0.113.7, ' }, 'could not be read'],
  ['Forwarded', { Forwarded: 'for=203.0.113.7,,' }, 'could not be read'],
  ['Forwarded', { Forwarded: 'for=unknown' }, 'could not be read'],
  ['Forwarded', { Forwarded: 'proto=https' }, 'could not be read'],
  ['Forwarded', { Forwarded: '203.0.113.7' }, 'could not be read'],
  ['Forwarded', { Forwarded: 'host=a"x;for=203.0.113.7"' }, 'could not be read'],
] as const)(
  'behind a proxy, with %s trusted, %j counts as the peer and is told once, without addresses',
  async (header, headers, told) => {
    const { networks, logged, warnings } = await read('10.0.0.1', 1, header, [headers, headers]);
    expect(networks).toEqual(['10.0.0.1', '10.0.0.1']);
    expect(warnings).toEqual([expect.stringContaining(told)]);
    expect(logged).toMatchObject([{ level: 40, msg: warnings[0] }]);
    expect(JSON.stringify(logged)).not.toContain('203.0');
  },
);

it.each([
  [0, { 'X-Forwarded-For': '203.0.113.9' }, 1],
  [0, { Forwarded: 'for=203.0.113.9' }, 1],
  [0, {}, 0],
  [1, { 'X-Forwarded-For': '203.0.113.9' }, 0],
])(
  'with %i trusted proxies it tells of one on this machine that sends %j %i times',
  async (hops, headers, times) => {
    const { warnings, logged } = await read('127.0.0.1', hops, 'X-Forwarded-For', [headers, headers]);
    expect([warnings.length, logged.length]).toEqual([times, times]);
  },
);
