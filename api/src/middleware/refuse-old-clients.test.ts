import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiContract, contractHeader } from '@frens/contract/contract-number';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { day } from '../clock.ts';
import { AppError } from '../errors.ts';
import { rejectOutdatedClients } from './refuse-old-clients.ts';

let server: Server | undefined;
afterEach(() => new Promise((resolve) => server?.close(resolve)));

const since = '2026-12-01T00:00:00Z';
const later = (days: number) => new Date(Date.parse(since) + days * day);

/** An API with the next contract number at a given time, and its response to a page with another number. */
async function answerTo(named: string | null, now: Date, path = '/api/user') {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.status = error.status;
      ctx.body = error.code;
    }
  });
  const next = { number: apiContract.number + 1, since };
  app.use(rejectOutdatedClients({ clock: { now: () => now } }, next));
  app.use((ctx) => {
    ctx.body = 'served';
  });
  const answer = app.callback();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  // Safe: a listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: named === null ? {} : { [contractHeader]: named },
  });
  return [response.status, await response.text(), response.headers.get(contractHeader)];
}

const today = String(apiContract.number);
const tomorrow = String(apiContract.number + 1);
const served = [200, 'served', null];
const refused = [409, 'client_too_old', tomorrow];

describe('an API with a newer contract', () => {
  it.each<[string, string | null, number, unknown]>([
    ['the page of its own number', tomorrow, 100, served],
    ['a page of the number before, for two weeks', today, 13.9, served],
    ['a page of the number before, and no longer', today, 14, refused],
    ['a page of two numbers before, at once', String(apiContract.number - 1), 0, refused],
    ['a page that is newer than itself', String(apiContract.number + 2), 0, served],
    ['what is no number', 'x', 0, refused],
    ['whoever is no page of ours', null, 100, served],
  ])('answers %s', async (_case, named, days, expected) => {
    expect(await answerTo(named, later(days))).toEqual(expected);
  });

  it('ignores pages and probes', async () => {
    expect(await answerTo('0', later(100), '/healthz')).toEqual(served);
  });
});
