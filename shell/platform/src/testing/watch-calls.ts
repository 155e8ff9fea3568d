import type { Language } from '@frens/contract/languages';
import { callOf } from '@frens/contract/mocks';
import { i18n } from '../current-platform.ts';
import { readTabScenario, storeTheme } from './tab-scenario.ts';

/** What a page tells the panel above it: a call that begins or ends, or what was thrown. */
export const called = 'frens:called';
export const thrown = 'frens:thrown';

/** What the panel tells the page: the language or the theme to show from now on. */
export const chosen = 'frens:chosen';

/** A call of a page, as the panel lists it. */
export interface SeenCall {
  /** The same for both times that it is told. */
  id: string;
  /** The document that asked: with it, what it still waits for is gone. */
  document: string;
  /** What the tab had chosen then. */
  choice: string;
  /** In milliseconds since 1970. */
  begun: number;
  /** The page that was shown. */
  page: string;
  method: string;
  url: string;
  /** The call of the contract, if it is one. */
  call?: string;
  sent: { headers: [string, string][]; body: string };
  /** In milliseconds; absent while it waits. */
  took?: number;
  answer?: { status: number; text: string; headers: [string, string][]; body: string };
  /** Why there is no answer. */
  failure?: string;
}

const documentId = Math.random().toString(36).slice(2);
let count = 0;

const tell = (name: string, detail: unknown) => parent.dispatchEvent(new CustomEvent(name, { detail }));
const textOf = (value: unknown) => (typeof value === 'string' ? value : value ? `(${String(value)})` : '');

/** A `fetch` that tells the panel above the page of every call. From now on it hears what the page throws, too, and the page follows what it chooses. */
export function watchCalls(send: typeof fetch): typeof fetch {
  if (parent === self) return send;
  const { scenario = '', as = 'member' } = readTabScenario();
  const tellThrown = (error: unknown) =>
    tell(thrown, error instanceof Error ? (error.stack ?? error.message) : String(error));
  addEventListener('error', ({ error }) => tellThrown(error));
  addEventListener('unhandledrejection', ({ reason }) => tellThrown(reason));
  addEventListener(chosen, (event) => {
    const { language, theme } = (event as CustomEvent<{ language?: Language; theme?: string }>).detail;
    if (theme) storeTheme(theme);
    if (language) void i18n.changeLanguage(language);
  });
  return async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return send(input, init);
    const { method = 'GET', headers, body } = init ?? {};
    const begun = Date.now();
    const { pathname } = new URL(input, location.origin);
    const seen: SeenCall = {
      id: `${documentId} ${(count += 1)}`,
      document: documentId,
      choice: `${scenario} ${as}`,
      begun,
      page: location.pathname + location.search,
      method,
      url: input,
      call: callOf(method, pathname),
      sent: { headers: [...new Headers(headers)], body: textOf(body) },
    };
    const end = (end: Partial<SeenCall>) => tell(called, { ...seen, ...end, took: Date.now() - begun });
    tell(called, seen);
    try {
      const answer = await send(input, init);
      const { status, statusText: text } = answer;
      const isText = /json|text/.test(answer.headers.get('Content-Type') ?? '');
      const read = isText ? answer.clone().text() : Promise.resolve('');
      void read.then(
        (own) => end({ answer: { status, text, headers: [...answer.headers], body: own } }),
        (error) => end({ failure: String(error) }),
      );
      return answer;
    } catch (error) {
      end({ failure: String(error) });
      throw error;
    }
  };
}
