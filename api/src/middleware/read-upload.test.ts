import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { readUpload, type Upload } from './read-upload.ts';

const rule = { field: 'image', maxBytes: 64 * 1024, types: ['image/png'] };
const app = new Koa();
const server = createServer((request, response) => void app.callback()(request, response));
let url = '';
let got: Upload | undefined;

beforeAll(async () => {
  app.use(async (ctx) => {
    try {
      if (ctx.get('X-Read-Later')) await setTimeout(100);
      got = await readUpload(ctx, rule, 500);
      ctx.body = 'ok';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.status = error.status;
      ctx.body = error.code;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function formWith(...files: Array<[field: string, bytes: number]>): FormData {
  const form = new FormData();
  for (const [field, bytes] of files)
    form.append(field, new Blob([new Uint8Array(bytes).fill(7)], { type: 'image/png' }), 'me.png');
  return form;
}

async function post(body: string | FormData, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body, headers });
  return response.status;
}

it('reads the single file unchanged, up to the maximum size', async () => {
  expect(await post(formWith(['image', rule.maxBytes]))).toBe(200);
  expect(got?.bytes.length).toBe(rule.maxBytes);
  expect(got?.bytes.every((byte) => byte === 7)).toBe(true);
  expect(got?.declaredType).toBe('image/png');
});

it('reads a file that arrived completely before it was read', async () => {
  expect(await post(formWith(['image', 20]), { 'X-Read-Later': 'yes' })).toBe(200);
  expect(got?.bytes.length).toBe(20);
});

it('refuses a larger file', async () => {
  expect(await post(formWith(['image', rule.maxBytes + 1]))).toBe(413);
});

it('refuses a body that is declared or grows too large', async () => {
  expect(await post(formWith(['image', 4 * rule.maxBytes]))).toBe(413);
});

it.each([
  ['no file', formWith()],
  ['a file of another name', formWith(['other', 10])],
  ['two files', formWith(['image', 10], ['image', 10])],
])('refuses %s', async (_what, form) => {
  expect(await post(form)).toBe(400);
});

it('refuses additional fields, and bodies that are no form', async () => {
  const form = formWith(['image', 10]);
  form.append('note', 'x');
  expect(await post(form)).toBe(400);
  expect(await post('{}', { 'Content-Type': 'application/json' })).toBe(415);
  expect(await post('x', { 'Content-Type': 'multipart/form-data' })).toBe(400);
  expect(await post('not a form', { 'Content-Type': 'multipart/form-data; boundary=abc' })).toBe(400);
});

it('refuses an upload that is still running after its time', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=abc\r\nContent-Length: 1000\r\n\r\n--abc\r\n',
  );
  expect(await answer).toContain('408');
  socket.destroy();
});
