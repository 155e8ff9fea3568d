import { matchesPath } from '@frens/compose';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { parseKey } from '../endpoint.ts';
import { withLongTexts } from '../fixtures/index.ts';
import { type CallKey, type ClientKey, clientKeys, contract } from '../index.ts';
import { messageText } from '../messages.ts';
import { type Answers, assertPossible, emptyAnswers } from './answers.ts';
import { handlersOf } from './handlers.ts';
import { MockFailure, mock, requestLanguage } from './mock.ts';
import { typicalAnswers } from './typical-answers.ts';

/**
 * Scenarios. `long`: all texts have their maximum length; `loading` never answers; `refusing` answers reads
 * and refuses writes.
 */
export const scenarioNames = ['typical', 'long', 'empty', 'loading', 'failing', 'refusing'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface ScenarioOptions {
  /** Whether the demo account is signed in from the start; default true. */
  signedIn?: boolean;
  /** Overrides of the scenario's answers. */
  answers?: Partial<Answers>;
  /** Called for a request outside the contract, with the list of calls. Default: the console. */
  onUnknownCall?: (text: string) => void;
}

const unavailable = () => {
  throw new MockFailure(503, 'unavailable');
};
const never = () => new Promise<never>(() => undefined);

/** A scenario's overrides. `loading` and `failing` leave the session request alone. */
const overrides: Partial<Record<ScenarioName, (key: ClientKey) => (() => never | Promise<never>) | null>> = {
  loading: (key) => (key === 'GET /api/user' ? null : never),
  failing: (key) => (key === 'GET /api/user' ? null : unavailable),
  refusing: (key) => (key.startsWith('GET ') ? null : unavailable),
};

/** Creates a scenario's handlers, with their own state. */
export function handlersFor(scenario: ScenarioName, options: ScenarioOptions = {}): HttpHandler[] {
  const {
    signedIn = true,
    answers: own = {},
    onUnknownCall = (text: string) => console.error(text),
  } = options;
  const ordinary = { ...(scenario === 'empty' ? emptyAnswers() : typicalAnswers()), ...own };
  const answers = scenario === 'long' ? withLongTexts(ordinary) : ordinary;
  assertPossible(answers);
  if (!signedIn) answers.user = null;
  const first = clientKeys.flatMap((key) => {
    const resolver = overrides[scenario]?.(key);
    return resolver ? [mock(key, resolver)] : [];
  });
  return [...first, ...handlersOf(answers), unknownCall(onUnknownCall)];
}

/** Answers unknown paths and methods like the API, so that the development server never sends a page. */
function unknownCall(tell: (text: string) => void): HttpHandler {
  return http.all('*/api/*', ({ request }) => {
    const { pathname } = new URL(request.url);
    const isKnown = (key: CallKey) => matchesPath(parseKey(key).path, pathname);
    // Safe: the keys of the contract are its calls.
    const known = (Object.keys(contract) as CallKey[]).filter(isKnown).map((key) => parseKey(key).method);
    const methods = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    tell(`No call of the contract is ${request.method} ${pathname}. Mocked are:\n${clientKeys.join('\n')}`);
    const [status, code] = methods.length > 0 ? [405, 'method_not_allowed'] : [404, 'not_found'];
    const message = messageText(requestLanguage(request), `errors.${code}`);
    const headers = { 'X-Request-Id': 'nobody', ...(status === 405 && { Allow: methods.join(', ') }) };
    return HttpResponse.json({ code, message, requestId: 'nobody' }, { status, headers });
  });
}
