import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from '@koa/router';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bindOutbox, Outbox } from './outbox.ts';
import { renderMail } from './render-mail.ts';

const outbox = new Outbox();
const app = new Koa();
const router = new Router();
bindOutbox(router, outbox);
app.use(router.routes());
const server = createServer((incoming, response) => void app.callback()(incoming, response));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

/** Uses `node:http`, because `fetch` does not allow setting the host. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; policy: string }>((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          policy: String(response.headers['content-security-policy']),
        }),
      );
    });
    outgoing.on('error', reject).end();
  });
}

const mail = renderMail(
  {
    to: 'ana@frens.example',
    language: 'en',
    name: 'accountExists',
    path: '/auth',
    values: { name: 'Ana <3' },
  },
  { site: 'Frens', product: 'Frens' },
  new URL('http://127.0.0.1:4100'),
);

it('shows an empty state, then mails newest first, and each mail', async () => {
  expect((await get('/dev/outbox')).text).toContain('No mail yet.');
  outbox.put({ ...mail, id: 'one', to: 'ana@frens.example', at: new Date(0) });
  outbox.put({ ...mail, id: 'two', to: '<b>@frens.example', at: new Date(1) });
  const list = await get('/dev/outbox');
  expect(list.text.indexOf('/dev/outbox/two')).toBeLessThan(list.text.indexOf('/dev/outbox/one'));
  expect(list.text).toContain(mail.subject);
  expect(list.text).not.toContain('<b>@');
  const shown = await get('/dev/outbox/one');
  expect(shown).toMatchObject({ status: 200, text: mail.html });
  expect(shown.policy).toContain("default-src 'none'");
  const json: unknown = JSON.parse((await get('/dev/outbox', { Accept: 'application/json' })).text);
  expect(json).toMatchObject([{ id: 'two' }, { id: 'one', subject: mail.subject }]);
  expect((await get('/dev/outbox/three')).status).toBe(404);
});

it.each([
  ['names this machine otherwise', { Host: 'evil.example' }],
  ['comes through a proxy', { 'X-Forwarded-For': '203.0.113.9' }],
])('shows nothing to a client that %s', async (_what, headers) => {
  expect((await get('/dev/outbox', headers)).status).toBe(404);
  expect((await get('/dev/outbox/one', headers)).status).toBe(404);
});

it('keeps the last hundred mails', () => {
  for (let number = 0; number < 150; number += 1)
    outbox.put({ ...mail, id: String(number), to: 'ana@frens.example', at: new Date(number) });
  expect(outbox.mails).toHaveLength(100);
  expect(outbox.mails[0]?.id).toBe('149');
});
