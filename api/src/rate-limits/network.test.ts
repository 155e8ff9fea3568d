import Koa from 'koa';
import { expect, it, vi } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { networkOf } from './network.ts';

/** What a server behind so many trusted hops makes of a request that came from an address. */
async function networkFrom(remoteAddress: string, forwarded: string | null, hops: number): Promise<string> {
  const app = new Koa({ proxy: hops > 0, maxIpsCount: hops });
  app.use((ctx) => {
    vi.spyOn(ctx.req.socket, 'remoteAddress', 'get').mockReturnValue(remoteAddress);
    ctx.body = networkOf(ctx) ?? 'none';
  });
  const answer = app.callback();
  const server = createHttpServer((request, response) => void answer(request, response), {
    maxConnections: 10,
    publicUrl: new URL('http://localhost'),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const headers: Record<string, string> = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
  const response = await fetch(`http://127.0.0.1:${address.port}`, { headers });
  server.closeAllConnections();
  server.close();
  return response.text();
}

it.each([
  // IPv4 whole, IPv6 by its first half (D8).
  ['203.0.113.9', null, 0, '203.0.113.9'],
  ['::ffff:203.0.113.9', null, 0, '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ['2001:0db8:0:0:1::5', null, 0, '2001:db8::/64'],
  ['fe80::1%eth0', null, 0, 'fe80::/64'],
  // Direct callers on this machine have none (D49).
  ['127.0.0.1', null, 0, 'none'],
  ['::1', null, 0, 'none'],
  ['127.0.0.1', '198.51.100.7', 0, 'none'],
  // Exactly the configured proxies are believed.
  ['203.0.113.1', '198.51.100.7, 203.0.113.9', 0, '203.0.113.1'],
  ['127.0.0.1', '198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
  ['127.0.0.1', '198.51.100.7, 203.0.113.9', 2, '198.51.100.7'],
  ['203.0.113.1', null, 1, '203.0.113.1'],
  ['203.0.113.1', 'nonsense', 1, '203.0.113.1'],
])('%s with %s behind %i hops is %s', async (remote, forwarded, hops, expected) => {
  expect(await networkFrom(remote, forwarded, hops)).toBe(expected);
});
