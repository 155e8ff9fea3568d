import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import type { ErrorCode, ErrorEnvelope } from '../errors.ts';
import { buildUser, fixtureId } from '../fixtures/index.ts';
import { type ClientKey, clientKeys } from '../index.ts';
import { rows } from '../testing/rows.ts';
import { type Answers, emptyAnswers } from './answers.ts';
import { languageOf, MockFailure, mock, refusal } from './mock.ts';
import { handlersFor, type ScenarioName, scenarioNames } from './scenarios.ts';
import { typicalAnswers } from './typical-answers.ts';

/** What an address chooses: `?scenario=long,slow:3000&as=visitor`. */
export interface MockChoice {
  /** Words: a community, and how calls are answered otherwise than in it. */
  scenario?: string;
  /** Who is signed in; `member` unless told. */
  as?: string;
}

/** Who may be signed in: `owner` has a circle, as the demo account does, and `stranger` nobody and nothing. */
export const mockMembers = ['member', 'owner', 'admin', 'stranger', 'suspended', 'visitor'] as const;

/** Words that change the page and not its answers (`page-words.ts` of the platform). */
export const pageWords = ['rtl', 'remote-down', 'microphone-denied', 'no-voice'] as const;

const isAboutSession = ({ url }: Request) => url.endsWith('/api/user');
/** What pages send by themselves. */
const isUnasked = ({ url }: Request) => /\/api\/(composition\/.*|notifications\/read)$/.test(url);

type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>;

/** Words that answer every call otherwise, with the number behind them. */
const ways: Record<string, (number: number) => Answer> = {
  slow: (ms) => () => delay(ms || 3000).then(() => undefined),
  flaky(percent) {
    let asked = 0;
    const lostBy = (calls: number) => Math.floor((calls * (percent || 20)) / 100);
    return () => (lostBy(asked) < lostBy((asked += 1)) ? HttpResponse.error() : undefined);
  },
  html: () => (request) =>
    isAboutSession(request)
      ? undefined
      : HttpResponse.html('<h1>502 Bad Gateway</h1><hr>nginx', { status: 502 }),
  offline: () => (request) => (isAboutSession(request) ? undefined : HttpResponse.error()),
  /** The next change finds the session ended. */
  'expires-on-next-call'() {
    let hasEnded = false;
    return (request) => {
      const isChange = request.method !== 'GET' && !isUnasked(request);
      if (/\/api\/(login|register|auth)/.test(request.url)) hasEnded = false;
      else if (hasEnded || isChange) {
        const code = hasEnded ? 'signed_out' : 'session_ended';
        hasEnded = true;
        return refusal(new MockFailure(401, code), languageOf(request));
      }
      return undefined;
    };
  },
};

/** Refusals of every call, by their status. */
const usual: Record<number, ErrorCode> = {
  400: 'invalid',
  401: 'session_ended',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
};
const statusOf: Partial<Record<ErrorCode, number>> = { busy: 503, storage_full: 503, client_too_old: 409 };

/** What the sentences of some refusals name. */
const details: Partial<Record<ErrorCode, ErrorEnvelope['details']>> = {
  insufficient_bamboo: { balance: '100.00' },
  more_than_staked: { amount: '10.00' },
  stake_locked: { unlocksAt: '2026-11-28T09:00:00.000Z' },
  stake_required: { pandaId: null, required: '25.00', current: '0.00' },
  renamed_recently: { renamableFrom: '2026-12-21T09:00:00.000Z' },
};

/** What the API may refuse a call with: `409 already_requested`. */
export function refusalsOf(call: ClientKey): string[] {
  const own = rows.flatMap((row) => (row.call === call && typeof row.is === 'string' ? [row.is] : []));
  const common = Object.entries(usual).map(([status, code]) => `${status} ${code}`);
  return [
    ...new Set([...own, ...common, ...Object.entries(statusOf).map(([code, status]) => `${status} ${code}`)]),
  ];
}

/** Reads `POST /api/circles/:id/join=409 already_requested`; the status or the code alone will do. */
function readPatch(word: string, retryAfter?: number): HttpHandler {
  const [key = '', wanted = ''] = word.split(/=(.*)/);
  const call = clientKeys.find((one) => one === key);
  if (!call) throw unknown(word);
  const known = refusalsOf(call);
  const chosen = known.find((one) => one === wanted || one.split(' ').includes(wanted));
  if (!chosen) throw new RangeError(`${call} is never answered "${wanted}", but ${known.join(', ')}.`);
  const [status, code] = chosen.split(' ');
  return mock(call, () => {
    // True because it is one of the refusals above.
    throw new MockFailure(Number(status), code as ErrorCode, {
      retryAfter,
      details: details[code as ErrorCode],
    });
  });
}

/** All words that a scenario may be made of. */
const vocabulary = [
  ...scenarioNames,
  'first-day',
  'full:5000',
  'slow:3000',
  'flaky:20',
  'html',
  'offline',
  'expires-on-next-call',
  'rtl',
  'remote-down:mf-quiz',
  'microphone-denied',
  'no-voice',
];
const unknown = (word: string) =>
  new RangeError(
    `There is no scenario "${word}". There are: ${vocabulary.join(', ')}, and a refusal of any call: POST /api/circles/:id/join=429,retry:30.`,
  );

/** The words of a choice, each with what stands behind its colon. */
const wordsOf = ({ scenario = '' }: MockChoice): [word: string, rest: string][] =>
  scenario
    .split(',')
    .filter(Boolean)
    .map((word) => {
      if (word.includes('=')) return [word, ''];
      const [name = '', rest = ''] = word.split(':');
      return [name, rest];
    });

/** Words that the page itself follows. */
export const pageWordsOf = (choice: MockChoice) =>
  wordsOf(choice).filter(([word]) => pageWords.some((one) => one === word));

/**
 * The handlers of what an address chooses, with answers of their own that remember what the page does.
 *
 * @throws RangeError with the words there are
 */
export function handlersOfChoice(choice: MockChoice): HttpHandler[] {
  const { as = 'member' } = choice;
  if (!mockMembers.some((one) => one === as))
    throw new RangeError(`There is no member "${as}". There are: ${mockMembers.join(', ')}.`);
  let base: ScenarioName = 'typical';
  let times = 0;
  const first: HttpHandler[] = [];
  const words = wordsOf(choice);
  for (const [index, [word, rest]] of words.entries()) {
    const [next, seconds] = words[index + 1] ?? [];
    const name = scenarioNames.find((one) => one === word);
    const way = Object.hasOwn(ways, word) ? ways[word] : undefined;
    if (name) base = name;
    else if (word === 'first-day') base = 'empty';
    else if (word === 'full') times = Number(rest || 5000);
    else if (word.includes('=')) first.push(readPatch(word, next === 'retry' ? Number(seconds) : undefined));
    else if (way) {
      const answer = way(Number(rest));
      first.push(http.all('*/api/*', ({ request }) => answer(request)));
    } else if (word !== 'retry' && !pageWords.some((one) => one === word)) throw unknown(word);
  }
  const answers = { ...(times > 0 && filled(times)), ...memberAnswers(as) };
  if (as === 'suspended')
    first.push(
      mock('GET /api/user', () => {
        const details = {
          reason: 'Offers of money to several frens.',
          until: null,
          contact: 'care@frens.example',
        };
        throw new MockFailure(403, 'account_suspended', { details });
      }),
    );
  return [...first, ...handlersFor(base, { signedIn: as !== 'visitor', answers })];
}

/** So many of everything that is listed. */
function filled(times: number): Partial<Answers> {
  const { users, circles, pandas } = typicalAnswers();
  const repeat = <Item extends { id: string }>(items: readonly Item[]) => [
    ...items,
    ...Array.from({ length: times - items.length }, (_, index) => ({
      // True because there are some.
      ...(items[index % items.length] as Item),
      id: fixtureId('one of many', index),
      membership: 'none',
      isMine: false,
    })),
  ];
  return { users: repeat(users), circles: repeat(circles), pandas: repeat(pandas) };
}

function memberAnswers(as: string): Partial<Answers> {
  if (as === 'stranger') {
    const { pandas, stakes, users, circles } = typicalAnswers();
    const user = buildUser({
      id: fixtureId('stranger', 0),
      username: 'stranger',
      name: 'Stranger',
      pandaId: null,
    });
    return {
      ...emptyAnswers(),
      user,
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
