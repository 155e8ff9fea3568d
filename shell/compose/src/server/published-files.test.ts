import Koa from 'koa';
import { afterEach, expect, it, vi } from 'vitest';
import { createPublishedFiles } from './published-files.ts';

afterEach(() => void vi.useRealTimers());

/** Sends a file from a store that says what it was asked for. */
function sendFrom(stored: Record<string, Buffer>) {
  const read: string[] = [];
  const files = createPublishedFiles({
    read: async (file) => {
      read.push(file);
      return stored[file] ?? null;
    },
  });
  const app = new Koa();
  async function send(file: string, encodings = ''): Promise<Koa.Context['body']> {
    const request = { headers: { 'accept-encoding': encodings }, method: 'GET', url: '/' };
    const response = { headers: {} as Record<string, unknown>, getHeader: () => undefined, setHeader() {} };
    // True as far as it is used: a request and an answer with headers.
    const ctx = app.createContext(request as never, response as never);
    await files.send(ctx, file);
    return ctx.body;
  }
  return { read, send };
}

it('caches a file for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { read, send } = sendFrom({ 'shell/1/a.js': Buffer.from('a'), 'shell/1/a.js.br': Buffer.from('b') });
  expect(String(await send('shell/1/a.js', 'br'))).toBe('b');
  expect(String(await send('shell/1/a.js', 'br'))).toBe('b');
  expect(String(await send('shell/1/a.js'))).toBe('a');
  expect(read).toEqual(['shell/1/a.js.br', 'shell/1/a.js']);
  vi.advanceTimersByTime(60_001);
  await send('shell/1/a.js');
  expect(read).toHaveLength(3);
});

it('evicts the least recently read files', async () => {
  const large = Buffer.alloc(12 * 1024 * 1024);
  const { read, send } = sendFrom({ 'shell/1/a.js': large, 'shell/1/b.js': large, 'shell/1/c.js': large });
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await send(`shell/1/${name}.js`);
  expect(read.map((file) => file.at(-4))).toEqual(['a', 'b', 'c', 'a']);
});
