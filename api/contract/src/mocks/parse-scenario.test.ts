import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { errorCodes } from '../errors.ts';
import { clientKeys } from '../index.ts';
import {
  createScenarioHandlers,
  type MockScenario,
  mockHeader,
  nextAnswer,
  refusalsOf,
} from './parse-scenario.ts';

/** Asks in one choice after the other call, and gives statuses with codes. */
function caller(choice: MockScenario, handlers = createScenarioHandlers(choice)) {
  return async (key: string, body?: object, remote = '') => {
    const [method = '', path = ''] = key.split(' ');
    const headers = { 'Content-Type': 'application/json', [mockHeader]: `remote=${remote}` };
    const request = new Request(`http://localhost${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const answer = await getResponse(handlers, request);
    if (!answer || answer.type === 'error') return 'lost';
    const text = await answer.text();
    return answer.ok
      ? answer.status
      : `${answer.status} ${text.startsWith('{') ? JSON.parse(text).code : text}`;
  };
}
const join = 'POST /api/circles/:id/join';
const joining = 'POST /api/circles/158fde837b299a3b5f064ba9/join';

it('answers a call with any refusal that the API has for it, and says when to come again', async () => {
  for (const scenario of [`${join}=429`, `long,${join}=too_many_requests`, `${join}=429 too_many_requests`])
    expect(await caller({ scenario })(joining, {})).toBe('429 too_many_requests');
  expect(await caller({ scenario: `${join}=stake_required` })(joining, {})).toBe('403 stake_required');
  const [patch] = createScenarioHandlers({ scenario: `${join}=429,retry:30` });
  const url = `http://localhost${joining.split(' ')[1]}`;
  const answer = await getResponse(patch ? [patch] : [], new Request(url, { method: 'POST' }));
  expect(answer?.headers.get('Retry-After')).toBe('30');
  for (const key of clientKeys) expect(refusalsOf(key)).toContain('429 too_many_requests');
});

it('has every error code of the contract but that of a lost call', () => {
  const reachable = new Set(clientKeys.flatMap(refusalsOf).map((one) => one.split(' ')[1]));
  expect(Object.values(errorCodes).filter((code) => !reachable.has(code))).toEqual(['network']);
});

it('answers the calls of one remote otherwise', async () => {
  const ask = caller({ scenario: `mf-quiz:failing,mf-panda:${join}=429,mf-panda:slow:1,empty` });
  expect(await ask('GET /api/circles')).toBe(200);
  expect(await ask('GET /api/circles', undefined, 'mf-quiz')).toBe('503 unavailable');
  expect(await ask(joining, {}, 'mf-panda')).toBe('429 too_many_requests');
  expect(await ask(joining, {}, 'mf-social')).toBe('404 not_found');
});

it('answers one call once, with a refusal, a delay or another answer', async () => {
  const ask = caller({ scenario: `${join}=stake_required,once` });
  expect([await ask(joining, {}), await ask(joining, {})]).toEqual(['403 stake_required', 200]);
  const base = createScenarioHandlers({});
  const wallet = { balance: '1.50', staked: '0.00' };
  const other = await getResponse(
    [...nextAnswer('GET /api/wallet=200', wallet), ...base],
    new Request('http://localhost/api/wallet'),
  );
  expect([await other?.json(), other?.headers.get('X-Request-Id')]).toEqual([wallet, 'patch']);
  const tooMuch = await getResponse(
    nextAnswer('GET /api/wallet=429,retry:30'),
    new Request('http://localhost/api/wallet'),
  );
  expect(tooMuch?.headers.get('Retry-After')).toBe('30');
  expect(() => nextAnswer('GET /api/wallet=200', { balance: 1 })).toThrow(
    'GET /api/wallet has no such answer',
  );
  const lost = caller({}, [...nextAnswer(`${join}=offline`), ...base]);
  expect([await lost('GET /api/circles'), await lost(joining, {}), await lost(joining, {})]).toEqual([
    200,
    'lost',
    200,
  ]);
});

it('says which words and answers there are', () => {
  const words =
    /There is no scenario "toString"\. There are: typical, .*, full:5000, .*, no-voice, an answer of any call: /;
  expect(() => createScenarioHandlers({ scenario: 'toString' })).toThrow(words);
  expect(() => createScenarioHandlers({ scenario: 'POST /api/nothing=429' })).toThrow('There is no scenario');
  expect(() => createScenarioHandlers({ scenario: `${join}=already_connected` })).toThrow(
    /never answered "already_connected", but .*403 stake_required/,
  );
  expect(() => createScenarioHandlers({ scenario: 'mf-quiz:rtl' })).toThrow(
    'There is no scenario "mf-quiz:rtl"',
  );
  expect(() => createScenarioHandlers({ as: 'nobody' })).toThrow('There is no member "nobody"');
});

it('takes no number that a word has no use for, and one community', () => {
  const read = (scenario: string) => () => createScenarioHandlers({ scenario });
  expect(read('full:1000000')).toThrow('"full:1000000" is none: full takes a whole number from 1 to 5000.');
  for (const wrong of ['slow', 'slow:abc', 'slow:-1', 'mf-quiz:flaky:200', `${join}=429,retry:abc`])
    expect(read(wrong), wrong).toThrow(' takes a whole number from 1 to ');
  expect(read(`${join}=slow:abc`)).toThrow('"slow:abc" is none: slow takes');
  expect(read('empty,long')).toThrow(
    'There can be one of typical, long, empty, loading, failing, refusing: not "empty" and "long"',
  );
  expect(read('empty,mf-quiz:long,full:20')).not.toThrow();
});

it('answers every call as a word says, but for who is signed in', async () => {
  const lost = caller({ scenario: 'offline' });
  expect([await lost('GET /api/circles'), await lost('GET /api/user')]).toEqual(['lost', 200]);
  expect(await caller({ scenario: 'html' })('GET /api/circles')).toContain('502 <h1>');
  const flaky = caller({ scenario: 'flaky:50' });
  expect([await flaky('GET /api/circles'), await flaky('GET /api/circles')]).toEqual([200, 'lost']);
  const began = performance.now();
  await caller({ scenario: 'slow:60' })('GET /api/circles');
  expect(performance.now() - began).toBeGreaterThan(50);
});

it('ends the session with the next change, and once', async () => {
  const ask = caller({ scenario: 'expires-on-next-call' });
  expect(await ask('GET /api/circles')).toBe(200);
  expect(await ask(joining, {})).toBe('401 session_ended');
  expect(await ask('POST /api/login', { username: 'demo', password: 'another one' })).toBe(
    '401 invalid_credentials',
  );
  expect(await ask('GET /api/user')).toBe('401 signed_out');
  expect(await ask('POST /api/login', { username: 'demo', password: 'bamboo-grove' })).toBe(200);
  expect([await ask('GET /api/user'), await ask(joining, {})]).toEqual([200, 200]);
});

it('signs in who is asked for, and fills lists', async () => {
  expect(await caller({ as: 'visitor' })('GET /api/user')).toBe('401 signed_out');
  expect(await caller({ as: 'suspended' })('GET /api/user')).toBe('403 account_suspended');
  const notices = 'GET /api/circles/0b2d0c5d60dff60757878e18/notices';
  expect([await caller({ as: 'admin' })(notices), await caller({ as: 'stranger' })(notices)]).toEqual([
    200,
    '403 forbidden',
  ]);
  const full = createScenarioHandlers({ scenario: 'full:5000' });
  for (const list of 'users circles pandas connections connections/pending conversations notifications'.split(
    ' ',
  )) {
    const answer = await getResponse(full, new Request(`http://localhost/api/${list}?limit=50&cursor=4950`));
    expect(await answer?.json()).toHaveLength(50);
    expect(answer?.headers.has('link'), 'the last page').toBe(false);
  }
});
