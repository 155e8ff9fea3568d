import { expect, it } from 'vitest';
import type { SeenCall } from '../watch-calls.ts';
import { harOf, reportOf } from './report.ts';
import { addressOf, pageOf } from './settings.ts';
import { addCall } from './use-calls.ts';

const origin = 'http://localhost:3000';
const join: SeenCall = {
  id: 'a 1',
  document: 'a',
  choice: ' member',
  begun: Date.UTC(2026, 10, 28, 9),
  page: '/groups',
  method: 'POST',
  url: '/api/circles/1/join?from=list',
  sent: { headers: [['content-type', 'application/json']], body: '{}' },
  took: 51,
  answer: {
    status: 409,
    text: 'Conflict',
    headers: [['X-Request-Id', 'patch']],
    body: '{"code":"conflict"}',
  },
};
const lost: SeenCall = { ...join, id: 'a 2', took: 3, failure: 'TypeError: Failed to fetch' };
delete lost.answer;

it('writes a HAR that network panels can read: each call with its time, bodies and who answered', () => {
  const { log } = JSON.parse(harOf([join, lost], origin));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Frens mock panel' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2026-11-28T09:00:00.000Z',
      time: 51,
      request: {
        method: 'POST',
        url: `${origin}${join.url}`,
        queryString: [{ name: 'from', value: 'list' }],
        postData: { mimeType: 'application/json', text: '{}' },
      },
      response: { status: 409, content: { size: 19, text: '{"code":"conflict"}' } },
      timings: { send: 0, wait: 51, receive: 0 },
      comment: '/groups · patch',
    },
    {
      response: { status: 0, content: { text: '' } },
      comment: '/groups · nobody · TypeError: Failed to fetch',
    },
  ]);
});

it('writes a link that leads to the same page and choices, readable, and finds the page in it again', () => {
  const scenario = 'POST /api/circles/:id/join=429,retry:30,mf-quiz:slow:3000';
  const settings = { scenario, as: 'admin', lang: 'es', theme: 'dark', width: '375' };
  const address = addressOf('/groups?q=tea#top', settings);
  expect(address).toBe(
    '/groups?q=tea&scenario=POST+/api/circles/:id/join=429,retry:30,mf-quiz:slow:3000&as=admin&lang=es&theme=dark&width=375#top',
  );
  expect(new URL(address, origin).searchParams.get('scenario')).toBe(scenario);
  expect(pageOf(origin + address)).toBe('/groups?q=tea#top');
});

it('reports the way there, the messages on the page and the last refusal', () => {
  const report = reportOf({
    link: '/groups',
    calls: [join],
    errors: [],
    shown: ['Join Failed'],
    size: '375 × 667',
  });
  expect(report).toContain('1. Open /groups');
  expect(report).toContain('Join Failed');
  expect(report).toContain('| POST /api/circles/1/join?from=list | 409 | patch | 51 |');
  expect(report).toMatch(/Last refusal: POST \/api\/circles\/1\/join[\s\S]+"code": "conflict"/);
});

it('lists the calls of one choice, and forgets them with the first of another', () => {
  expect(addCall([join], lost)).toEqual([join, lost]);
  const other = { ...lost, choice: 'empty visitor' };
  expect(addCall([join, lost], other)).toEqual([other]);
});
