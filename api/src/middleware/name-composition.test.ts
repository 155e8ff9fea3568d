import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, expect, it, vi } from 'vitest';
import { nameComposition } from './name-composition.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A server whose answers name what is live; calls fail. */
async function serve(read: () => Promise<string | null>) {
  const app = new Koa();
  app.silent = true;
  app.use(nameComposition(read));
  app.use((ctx) => {
    ctx.status = ctx.path === '/api/broken' ? 400 : 200;
    ctx.body = '';
  });
  const answer = app.callback();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (path: string) => (await fetch(address + path)).headers.get('x-composition');
}

it('names on every answer of the API what is live, and reads it once for many', async () => {
  const read = vi.fn(async () => 'a1b2');
  const named = await serve(read);
  expect(await Promise.all(['/api/user', '/api/broken', '/api/user'].map(named))).toEqual([
    'a1b2',
    'a1b2',
    'a1b2',
  ]);
  expect(await named('/groups')).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
});

it('names another one a second later', async () => {
  const clock = vi.spyOn(performance, 'now');
  const ids = ['a1b2', 'c3d4'];
  const named = await serve(async () => ids.shift() ?? null);
  clock.mockReturnValue(10_000);
  expect(await named('/api/user')).toBe('a1b2');
  clock.mockReturnValue(11_500);
  expect(await named('/api/user')).toBe('c3d4');
  clock.mockRestore();
});

it('answers calls though the store cannot be read', async () => {
  const named = await serve(() => Promise.reject(new Error('EIO')));
  expect(await named('/api/user')).toBeNull();
});
