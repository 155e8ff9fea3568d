import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { secureHeaders } from '../../middleware/secure-headers.ts';
import { sessionCookie } from './session-cookie.ts';

it('is a __Host- cookie, sent over https only, on every public site (D11)', async () => {
  const publicUrl = new URL('https://frens.example');
  const cookie = sessionCookie({ publicUrl });
  const koa = new Koa();
  koa.use(secureHeaders({ publicUrl }));
  koa.use((ctx) => {
    cookie.set(ctx, 'value');
    ctx.body = cookie.read(ctx) ?? 'none';
  });
  const answer = koa.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(url, { headers: { Cookie: '__Host-sid=before; sid=other' } });
  const [cookieText = ''] = response.headers.getSetCookie();
  expect(cookieText).toMatch(/^__Host-sid=value; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i);
  const [, expires = ''] = /expires=([^;]+)/.exec(cookieText) ?? [];
  expect(Math.round((Date.parse(expires) - Date.now()) / 86_400_000)).toBe(90);
  expect(await response.text()).toBe('before');
  server.closeAllConnections();
  server.close();
});
