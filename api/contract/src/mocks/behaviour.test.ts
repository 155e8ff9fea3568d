import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { buildCircleRequest, buildPublicUser, buildUser, fixtureId } from '../fixtures/index.ts';
import { contract, type Endpoint } from '../index.ts';
import { acceptedDifferences, judge, listDifferences } from '../testing/differences.ts';
import { type CallerName, type Row, stage } from '../testing/row.ts';
import { rows } from '../testing/rows.ts';
import { runRows, type TableServer } from '../testing/run-rows.ts';
import { tableGaps } from '../testing/table-gaps.ts';
import type { Answers, Refusal } from './answers.ts';
import { mockTokens } from './links.ts';
import { handlersFor } from './scenarios.ts';
import { typicalAnswers } from './typical-answers.ts';

const refusal = (text: string): Refusal => {
  const [status, code] = text.split(' ') as [string, Refusal['code']];
  return { status: Number(status), code, parts: {} };
};
const refusing = (refusals: Record<string, string>) => ({
  refusals: new Map(Object.entries(refusals).map(([call, text]) => [call, refusal(text)])),
});

/** The demo account, with what others have done. */
function answersOfDemo(): Partial<Answers> {
  const { circles, conversations, friends, circleRequests } = typicalAnswers();
  const silent = friends.find(({ friendId }) => friendId === stage.silent);
  conversations.set(stage.silent, { id: silent?.id ?? '', state: 'closed' });
  circleRequests.set(
    stage.own,
    stage.requests.map(({ id, userId }) => buildCircleRequest({ id, user: buildPublicUser({ id: userId }) })),
  );
  const shut = { kind: 'shut', reason: 'not_admitted' } as const;
  return {
    circles: circles.map((one) => (one.id === stage.banned ? { ...one, wayIn: shut } : one)),
    conversations,
    circleRequests,
    ...refusing({
      [`POST /api/matches ${stage.taken}`]: '409 already_connected',
      [`POST /api/matches ${stage.unmatched}`]: '403 suggestions_closed',
      [`POST /api/matches ${stage.declined}`]: '409 recently_suggested',
      [`POST /api/circles/:id/requests/:rid/accept ${stage.requests.at(-1)?.id}`]: '409 conflict',
    }),
  };
}

const bare = refusing({
  'POST /api/auth/magic-link': '503 mail_unavailable',
  'POST /api/auth/password/forgot': '503 mail_unavailable',
  'POST /api/account/confirmation': '503 mail_unavailable',
  'PATCH /api/users/:id': '503 mail_unavailable',
});

const answersOf: Record<Exclude<CallerName, 'visitor'>, () => Partial<Answers>> = {
  demo: answersOfDemo,
  newcomer: () => ({ user: buildUser({ profileComplete: false, pandaId: null }) }),
  unconfirmed: () => ({ user: buildUser({ emailVerified: false }) }),
  suspended: () => ({ suspension: { reason: '', until: null, contact: '' } }),
  crowded: () => ({
    circles: typicalAnswers().circles.map((one) => ({
      ...one,
      wayIn: { kind: 'shut', reason: 'too_many_circles' },
    })),
    ...refusing({ 'POST /api/circles': '409 too_many_circles' }),
  }),
  passwordless: () => ({
    user: buildUser({ id: fixtureId('passwordless', 0), hasPassword: false }),
    ...refusing({
      'PATCH /api/users/:id': '403 fresh_sign_in_required',
      'DELETE /api/account': '403 fresh_sign_in_required',
    }),
  }),
};

function startMocks(): TableServer {
  const silent = { onUnknownCall: () => {} };
  const made = new Map<string, ReturnType<typeof handlersFor>>();
  function handlersOf({ as = 'demo', isBare }: Pick<Row, 'as' | 'isBare'>) {
    const options =
      as === 'visitor'
        ? { signedIn: false, answers: isBare ? bare : {} }
        : { answers: isBare ? bare : answersOf[as]() };
    return handlersFor('typical', { ...silent, ...options });
  }
  return {
    tokenOf: (name) => ({ other: mockTokens.other, newcomer: mockTokens.newcomer })[name] ?? mockTokens.sent,
    async send(caller, request) {
      const name = JSON.stringify(caller);
      const handlers = made.get(name) ?? handlersOf(caller);
      made.set(name, handlers);
      return (await getResponse(handlers, request)) ?? Response.error();
    },
  };
}

it('answers each call of the table as the table says', async () => {
  const found = await runRows(startMocks());
  console.log(`The mocks differ from the table of calls in:\n${listDifferences('mocks') || '  nothing'}`);
  expect(judge('mocks', found)).toEqual({ unexpected: [], stale: [] });
});

it('differs in ten rows of the table at most, and for a reason', () => {
  expect(acceptedDifferences.length).toBeLessThanOrEqual(10);
});

const calls: Record<string, Endpoint> = contract;

it('is in the table with all that each call declares', () => {
  expect(tableGaps(calls, rows)).toEqual([]);
});
