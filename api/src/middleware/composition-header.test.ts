import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shown } from '@frens/compose/store';
import Koa from 'koa';
import { afterEach, expect, it, vi } from 'vitest';
import { setCompositionHeader } from './composition-header.ts';

const seen = (composition: string): Shown => ({ composition, canary: null });
let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A server whose responses name the live composition; calls fail. */
async function serve(read: () => Promise<Shown | null>) {
  const app = new Koa();
  app.silent = true;
  app.use(setCompositionHeader(read));
  app.use((ctx) => {
    ctx.status = ctx.path === '/api/broken' ? 400 : 200;
    ctx.body = '';
  });
  const answer = app.callback();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: a listening TCP server has an address with a port.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (path: string, cookie = '') =>
    (await fetch(address + path, { headers: { cookie } })).headers.get('x-composition');
}

it('names the live composition in every API response, with one read for many', async () => {
  const read = vi.fn(async () => seen('a1b2'));
  const named = await serve(read);
  expect(await Promise.all(['/api/user', '/api/broken', '/api/user'].map((path) => named(path)))).toEqual([
    'a1b2',
    'a1b2',
    'a1b2',
  ]);
  expect(await named('/groups')).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
});

it('names a new composition a second later', async () => {
  const clock = vi.spyOn(performance, 'now');
  const ids = [seen('a1b2'), seen('c3d4')];
  const named = await serve(async () => ids.shift() ?? null);
  clock.mockReturnValue(10_000);
  expect(await named('/api/user')).toBe('a1b2');
  clock.mockReturnValue(11_500);
  expect(await named('/api/user')).toBe('c3d4');
  clock.mockRestore();
});

it('answers calls while the store is unreadable', async () => {
  const named = await serve(() => Promise.reject(new Error('EIO')));
  expect(await named('/api/user')).toBeNull();
});

it('names the canary to its visitors', async () => {
  const canary = { composition: 'c3d4', versions: ['mf-quiz@2'], share: 10 };
  const named = await serve(async () => ({ composition: 'a1b2', canary }));
  expect(await named('/api/user', 'part=9')).toBe('c3d4');
  expect(await named('/api/user', 'part=10')).toBe('a1b2');
  expect(await named('/api/user', 'part=-1')).toBe('a1b2');
  expect(await named('/api/user')).toBe('a1b2');
});
