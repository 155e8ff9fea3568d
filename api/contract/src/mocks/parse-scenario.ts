import { matchesPath } from '@frens/compose';
import { delay, getResponse, type HttpHandler, HttpResponse, http } from 'msw';
import { parseKey } from '../endpoint.ts';
import type { ErrorCode, ErrorEnvelope } from '../errors.ts';
import { buildUser, fixtureId } from '../fixtures/index.ts';
import { type ClientAnswer, type ClientKey, clientKeys, contract, type Endpoint } from '../index.ts';
import { commonRefusals, declaredRefusals } from '../refusals.ts';
import { type Answers, emptyAnswers } from './answers.ts';
import { MockFailure, markPatch, mock, refusal, requestLanguage } from './mock.ts';
import { handlersFor, type ScenarioName, scenarioNames } from './scenarios.ts';
import { typicalAnswers } from './typical-answers.ts';

/** The scenario in a URL: `?scenario=long,mf-quiz:slow:3000&as=visitor`. */
export interface MockScenario {
  /** Words: a community, and overrides of its answers. */
  scenario?: string;
  /** Who is signed in; default `member`. */
  as?: string;
}

/** Members to sign in as: `owner` has a circle, like the demo account; `stranger` has no friends and no data. */
export const mockMembers = ['member', 'owner', 'admin', 'stranger', 'suspended', 'visitor'] as const;

/** Words for the page itself, not its answers (`page-words.ts` of the platform). */
const pageWords = ['rtl', 'remote-down', 'microphone-denied', 'no-voice'];

/** Header of every call: the tab, its scenario, and the remote of its page. */
export const mockHeader = 'X-Mock';

/** Calls that pages make by themselves. */
const isBackgroundCall = ({ url }: Request) => /\/api\/(composition\/.*|notifications\/read)$/.test(url);

/** @param goOn continues with the community's answer */
type Answer = (
  request: Request,
  goOn: () => Promise<Response | undefined>,
) => Response | undefined | Promise<Response | undefined>;

/** Leaves the session request alone. */
const butForSession =
  (answer: () => Response): Answer =>
  ({ url }) =>
    url.endsWith('/api/user') ? undefined : answer();

/** Words that override every answer, with their number. */
const ways: Record<string, (number: number) => Answer> = {
  slow: (ms) => () => delay(ms).then(() => undefined),
  flaky(percent) {
    let asked = 0;
    const lostBy = (calls: number) => Math.floor((calls * percent) / 100);
    return () => (lostBy(asked) < lostBy((asked += 1)) ? HttpResponse.error() : undefined);
  },
  html: () => butForSession(() => HttpResponse.html('<h1>502 Bad Gateway</h1><hr>nginx', { status: 502 })),
  offline: () => butForSession(() => HttpResponse.error()),
  /** The next write finds the session ended, once; signing in again continues. */
  'expires-on-next-call'() {
    let state: 'signed in' | 'signed out' | 'signed in again' = 'signed in';
    return async (request, goOn) => {
      const isChange = request.method !== 'GET' && !isBackgroundCall(request);
      if (/\/api\/(login|register|auth)/.test(request.url)) {
        if (state !== 'signed out') return undefined;
        const answer = await goOn();
        if (answer?.ok) state = 'signed in again';
        return answer;
      }
      if (state === 'signed out' || (state === 'signed in' && isChange)) {
        const code = state === 'signed out' ? 'signed_out' : 'session_ended';
        state = 'signed out';
        return refusal(new MockFailure(401, code), requestLanguage(request));
      }
      return undefined;
    };
  },
};

/** Details of refusals. */
const details: Partial<Record<ErrorCode, ErrorEnvelope['details']>> = {
  insufficient_bamboo: { balance: '100.00' },
  more_than_staked: { amount: '10.00' },
  stake_locked: { unlocksAt: '2026-11-28T09:00:00.000Z' },
  stake_required: { pandaId: null, required: '25.00', current: '0.00' },
  renamed_recently: { renamableFrom: '2026-12-21T09:00:00.000Z' },
  account_ending: { undoUntil: '2026-12-21T09:00:00.000Z' },
  account_suspended: {
    reason: 'Offers of money to several frens.',
    until: null,
    contact: 'care@frens.example',
  },
  circles_affected: { circles: [{ id: fixtureId('circle', 0), name: 'Sunday Slow Walkers' }] },
};

/** A call's possible refusals, its own rules first: `409 already_requested`. */
export const refusalsOf = (call: ClientKey): string[] => [
  ...new Set([...declaredRefusals(call, contract[call]), ...commonRefusals]),
];

/** The contract's call for a request. */
export const callOf = (method: string, pathname: string): ClientKey | undefined =>
  clientKeys.find((key) => {
    const call = parseKey(key);
    return call.method === method && matchesPath(call.path, pathname);
  });

/** Answers matching requests with some handlers; passes on the rest. */
const answerIf = (fits: (request: Request) => boolean, handlers: HttpHandler[]): HttpHandler =>
  http.all('*/api/*', ({ request }) => (fits(request) ? getResponse(handlers, request.clone()) : undefined));

/** The handler of a word in `ways`; undefined for other words. */
function createWayHandler(
  name: string,
  rest: string,
  community: readonly HttpHandler[] = [],
): HttpHandler | undefined {
  const answerOf = Object.hasOwn(ways, name) ? ways[name]?.(Number(rest)) : undefined;
  return (
    answerOf &&
    http.all('*/api/*', async ({ request }) => {
      const answer = await answerOf(request, () => getResponse([...community], request.clone()));
      return answer && markPatch(answer);
    })
  );
}

/**
 * Parses `POST /api/circles/:id/join=409 already_requested`; the status or code alone suffices, as does `=slow:3000`.
 *
 * @param body the answer, for a success
 */
function parsePatch({ text, retryAfter, isOnce }: Word, body?: unknown): HttpHandler {
  const [key = '', wanted = ''] = text.split(/=(.*)/);
  const call = clientKeys.find((one) => one === key);
  if (!call) throw unknown(text);
  const answers = [...refusalsOf(call), ...Object.keys(ways)];
  const [way = '', rest = ''] = wanted.split(':');
  assertNumber(wanted, way, rest);
  let handler = createWayHandler(way, rest);
  if (body !== undefined) {
    const { response }: Endpoint = contract[call];
    const given = response?.safeParse(body);
    if (!given?.success) throw new RangeError(`${call} has no such answer. ${given?.error.message ?? ''}`);
    // Safe: the schema of the call has taken it.
    handler = mock(call, () => given.data as ClientAnswer<typeof call>);
  } else if (!handler) {
    const chosen = answers.find((one) => one === wanted || one.split(' ').includes(wanted));
    if (!chosen) throw new RangeError(`${call} is never answered "${wanted}", but ${answers.join(', ')}.`);
    const [status, code] = chosen.split(' ') as [string, ErrorCode];
    handler = mock(call, () => {
      throw new MockFailure(Number(status), code, { retryAfter, details: details[code] });
    });
  }
  let endsAt = Number.POSITIVE_INFINITY;
  const fits = ({ method, url }: Request) => {
    if (performance.now() > endsAt || callOf(method, new URL(url).pathname) !== call) return false;
    // React's strict mode sends reads twice and drops the first answer.
    if (isOnce) endsAt = Math.min(endsAt, performance.now() + (method === 'GET' ? 1000 : 0));
    return true;
  };
  return answerIf(fits, [handler]);
}

/**
 * A handler for the next request of one call.
 *
 * @throws RangeError listing the possible answers
 */
export const nextAnswer = (text: string, body?: unknown): HttpHandler[] =>
  parseWords({ scenario: text }).map((word) => parsePatch({ ...word, isOnce: true }, body));

/** All scenario words, except answers of single calls. */
export const scenarioWords = [
  ...scenarioNames,
  ...'first-day full:5000 slow:3000 flaky:20 html offline'.split(' '),
  ...'expires-on-next-call rtl remote-down:mf-quiz microphone-denied no-voice'.split(' '),
];
const names = new Set(scenarioWords.map((word) => word.split(':')[0]));
const unknown = (word: string) =>
  new RangeError(
    `There is no scenario "${word}". There are: ${scenarioWords.join(', ')}, an answer of any call: POST /api/circles/:id/join=429,retry:30 (or once), and each for one remote: mf-quiz:slow:3000.`,
  );

/** Maximum numbers of words: one tab must not block all others. */
const highest = new Map(Object.entries({ full: 5000, slow: 60_000, flaky: 100, retry: 86_400 }));

function assertNumber(whole: string, name: string, rest: string): void {
  const most = highest.get(name);
  if (most !== undefined && !(/^[1-9]\d*$/.test(rest) && Number(rest) <= most))
    throw new RangeError(`"${whole}" is none: ${name} takes a whole number from 1 to ${most}.`);
}

/** A word of a scenario: `[remote:]name[:rest]`, or `[remote:]call=answer`. */
interface Word {
  /** Without its remote. */
  text: string;
  remote: string;
  name: string;
  rest: string;
  retryAfter?: number;
  isOnce?: boolean;
}

/** Parses a scenario's words; `retry:30` and `once` modify the word before. */
function parseWords({ scenario = '' }: MockScenario): Word[] {
  const words: Word[] = [];
  for (const whole of scenario.split(',').filter(Boolean)) {
    const [, prefix = '', own = ''] = /^([\w-]+):(.+)$/.exec(whole) ?? [];
    const remote = names.has(prefix) || prefix === 'retry' ? '' : prefix;
    const text = remote ? own : whole;
    const [name = '', rest = ''] = text.includes('=') ? [text] : text.split(':');
    assertNumber(whole, name, rest);
    const before = words.at(-1);
    if (before && name === 'retry') before.retryAfter = Number(rest);
    else if (before && name === 'once') before.isOnce = true;
    else if (names.has(name) ? remote && pageWords.includes(name) : !name.includes('=')) throw unknown(whole);
    else words.push({ text, remote, name, rest });
  }
  return words;
}

/** The words for the page itself. */
export const listPageWords = (choice: MockScenario) =>
  parseWords(choice).filter(({ name }) => pageWords.includes(name));

/** The remotes in a scenario; only the page knows whether they exist. */
export const listNamedRemotes = (choice: MockScenario): string[] =>
  parseWords(choice).flatMap(({ remote, name, rest }) =>
    name === 'remote-down' ? [rest] : remote ? [remote] : [],
  );

/**
 * Creates a scenario's handlers, with their own state.
 *
 * @throws RangeError listing the possible words
 */
export function createScenarioHandlers(choice: MockScenario): HttpHandler[] {
  const { as = 'member' } = choice;
  if (!mockMembers.some((one) => one === as))
    throw new RangeError(`There is no member "${as}". There are: ${mockMembers.join(', ')}.`);
  const words = parseWords(choice);
  const remotes = [...new Set(words.map(({ remote }) => remote))].filter(Boolean);
  const isFrom = (remote: string) => (request: Request) =>
    new URLSearchParams(request.headers.get(mockHeader) ?? '').get('remote') === remote;
  const wordsOf = (remote: string) => words.filter((word) => word.remote === remote);
  const limited = remotes.map((remote) => answerIf(isFrom(remote), createWordHandlers(wordsOf(remote), as)));
  return [...limited, ...createWordHandlers(wordsOf(''), as, 'typical')];
}

/** @param usual the default community; without any, unmatched requests pass on */
function createWordHandlers(words: Word[], as: string, usual?: ScenarioName): HttpHandler[] {
  let chosen: ScenarioName | undefined;
  let times = 0;
  const first: HttpHandler[] = [];
  const community: HttpHandler[] = [];
  for (const word of words) {
    const name = word.name === 'first-day' ? 'empty' : scenarioNames.find((one) => one === word.name);
    if (name && chosen)
      throw new RangeError(`There can be one of ${scenarioNames.join(', ')}: not "${chosen}" and "${name}".`);
    if (name) chosen = name;
    else if (word.name === 'full') times = Number(word.rest);
    else if (word.name.includes('=')) first.push(parsePatch(word));
    else {
      const way = createWayHandler(word.name, word.rest, community);
      if (way) first.push(way);
    }
  }
  const base = chosen ?? (times > 0 ? 'typical' : usual);
  if (!base) return first;
  const answers = { ...(times > 0 && fillLists(times)), ...answersOfMember(as) };
  community.push(...handlersFor(base, { signedIn: as !== 'visitor', answers }));
  return [...first, ...community];
}

/** Fills every paged list with this many items. */
function fillLists(times: number): Partial<Answers> {
  const answers = typicalAnswers();
  const { users, circles, pandas, friends, pending, messages, notifications } = answers;
  function repeat<Item>(items: Item[], kind: string, differ: (id: string, item: Item) => object) {
    const { length } = items;
    for (let index = 0; length + index < times; index += 1) {
      // Safe: there are some.
      const item = items[index % length] as Item;
      items.push({ ...item, ...differ(fixtureId(`${kind} of many`, index), item) });
    }
  }
  repeat(users, 'member', (id) => ({ id }));
  repeat(circles, 'circle', (id) => ({ id, membership: 'none' }));
  repeat(pandas, 'panda', (id) => ({ id, isMine: false }));
  repeat(friends, 'friend', (id, { friend }) => ({ id, friendId: id, friend: { ...friend, id } }));
  repeat(pending, 'request', (id, { user }) => ({ id, user: { ...user, id } }));
  repeat(notifications, 'notification', (id) => ({ id }));
  notifications.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const [written = []] = messages.values();
  for (const { id } of friends) if (!messages.has(id)) messages.set(id, written);
  return answers;
}

function answersOfMember(as: string): Partial<Answers> {
  if (as === 'suspended') return { suspension: details.account_suspended ?? null };
  if (as === 'stranger') {
    const { pandas, stakes, users, circles } = typicalAnswers();
    const own = { id: fixtureId('stranger', 0), username: 'stranger', name: 'Stranger', pandaId: null };
    return {
      ...emptyAnswers(),
      user: buildUser(own),
      pandas: pandas.map((one) => ({ ...one, isMine: false })),
      stakes,
      users: users.map((one) => ({ ...one, relation: 'none', canConnect: true })),
      circles: circles.map((one) => ({ ...one, membership: 'none' })),
    };
  }
  if (as !== 'admin') return {};
  const { circles } = typicalAnswers();
  return {
    circles: circles.map((one) => (one.membership === 'member' ? { ...one, membership: 'admin' } : one)),
  };
}
