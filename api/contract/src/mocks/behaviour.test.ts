import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { buildUser, demoCommunity, fixtureId } from '../fixtures/index.ts';
import { clientKeys } from '../index.ts';
import { type CallerName, type Row, rows } from '../testing/rows.ts';
import { runRows } from '../testing/run-rows.ts';
import { mockTokens } from './links.ts';
import { handlersFor } from './scenarios.ts';

const { circles, demo } = demoCommunity();
const own = circles.find(({ ownerId }) => ownerId === fixtureId('member', 0))?.id ?? '';
const sent = { token: mockTokens.sent };

/** What a server takes by what it has mailed, sent or made itself: it is the mocks' own. */
// biome-ignore format: a table, one row a line
const ofMocks: readonly Row[] = [
  { call: 'DELETE /api/sessions/:id', when: 'elsewhere', of: ['phone'], is: 204 },
  { call: 'POST /api/auth/link/check', when: 'of a link that was sent', body: { purpose: 'reset', ...sent }, is: 200, shows: [(answer) => answer.isUsable, true] },
  { call: 'POST /api/auth/email/confirm', when: 'with its link', body: sent, is: 200 },
  { call: 'POST /api/auth/email/change', when: 'with its link', body: sent, is: 200 },
  { call: 'POST /api/auth/account/keep', when: 'with its link', body: sent, is: 200 },
  { call: 'POST /api/auth/email/undo', when: 'with its link', body: sent, is: 200 },
  { call: 'POST /api/auth/password/reset', when: 'to a common one', body: { ...sent, password: 'password1' }, is: '400 invalid' },
  { call: 'POST /api/auth/password/reset', when: 'with its link', body: { ...sent, password: 'seven warm stones' }, is: 200 },
  { call: 'GET /api/sessions', when: 'after it', is: 200, shows: [(list) => list.length, 1] },
  { call: 'POST /api/login', when: 'with the password before', body: demo, is: '401 invalid_credentials' },
  { call: 'POST /api/login', when: 'with the new one', body: { ...demo, password: 'seven warm stones' }, is: 200 },
  { call: 'POST /api/unsubscribe/:token', when: 'with its link', of: [mockTokens.sent], is: 204 },
  { call: 'POST /api/composition/reports', when: 'of a visit', body: { token: 'any', version: 'mf-quiz@1', code: 'REMOTE-104' }, is: 204 },
  { call: 'POST /api/composition/visits', when: 'of an earlier visit', body: { token: 'any', versions: [], vitals: [{ version: 'shell@1', name: 'LCP', rating: 'good' }] }, is: 200 },
  { call: 'POST /api/matches/:id/accept', when: 'that waits', of: [fixtureId('match', 0)], is: 200 },
  { call: 'POST /api/matches/:id/decline', when: 'that waits', of: [fixtureId('match', 1)], is: 200 },
  { call: 'POST /api/matches/:id/decline', when: 'again', of: [fixtureId('match', 1)], is: '409 conflict' },
  { call: 'POST /api/circles/:id/requests/:rid/accept', when: 'that waits', of: [own, fixtureId('circle request', 0)], is: 200 },
  { call: 'POST /api/circles/:id/requests/:rid/accept', when: 'again', of: [own, fixtureId('circle request', 0)], is: '404 not_found' },
  { call: 'POST /api/circles/:id/requests/:rid/decline', when: 'that waits', of: [own, fixtureId('circle request', 1)], is: 204 },
  { call: 'POST /api/auth/verify', when: 'of an address that has no account', body: { token: mockTokens.newcomer }, is: 200, shows: [(answer) => answer.needsProfile, true] },
  { call: 'POST /api/account/complete', when: 'of it', body: { username: 'new.here', name: 'New', age: 20, gender: 'male', lookingFor: 'male' }, is: 200 },
];

function send(): (as: CallerName, request: Request) => Promise<Response> {
  const silent = { onUnknownCall: () => {} };
  const user = buildUser({ profileComplete: false, pandaId: null });
  const handlers = {
    demo: handlersFor('typical', silent),
    visitor: handlersFor('typical', { ...silent, signedIn: false }),
    newcomer: handlersFor('typical', { ...silent, answers: { user } }),
  };
  return async (as, request) => (await getResponse(handlers[as], request)) ?? Response.error();
}

it('answers each call of the table as the API does', async () => {
  expect(await runRows(send())).toEqual([]);
});

it('takes what it has sent', async () => {
  expect(await runRows(send(), { table: ofMocks })).toEqual([]);
});

it('is in the table for every call', () => {
  const single = new Set(rows.filter(({ isCommon }) => !isCommon).map(({ call }) => call as string));
  expect(clientKeys.filter((key) => !single.has(key))).toEqual([]);
});
