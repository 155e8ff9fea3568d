import { begun } from './current-platform.ts';

/** A request that the page's HTML has begun, before its scripts had come (shell/public/index.html). */
export interface FirstFetch {
  address: string;
  headers: Readonly<Record<string, string>>;
  answer: Promise<Response>;
  /** By which it hears that another tab has signed in or out, and is void. */
  news: BroadcastChannel;
}

declare global {
  var firstFetch: FirstFetch | undefined;
}

/** Takes over what the page's HTML has asked for; undefined where it asked for nothing. From then on the page follows other tabs itself. */
export function takeFirstFetch(): FirstFetch | undefined {
  const { firstFetch } = globalThis;
  globalThis.firstFetch = undefined;
  firstFetch?.news.close();
  return firstFetch;
}

/**
 * `fetch`, that takes the answer to what the HTML has asked in the very same words: as this page, for this contract, in this language. Only
 * whoever is first to ask for an address gets it: for anybody later it is of the past.
 */
export const fetchUnlessBegun: typeof fetch = async (input, init) => {
  const address = String(input);
  const first = init?.method === 'GET' ? begun.get(address) : undefined;
  if (first) begun.delete(address);
  // Read at the time of the call: tests and mocks replace the global fetch after this module has run.
  if (!first || wordsOf(first.headers) !== wordsOf(init?.headers)) return globalThis.fetch(input, init);
  const answer = await first.answer;
  init?.signal?.throwIfAborted();
  return answer;
};

/** Headers in one order and spelling. */
const wordsOf = (headers: HeadersInit | undefined) => JSON.stringify([...new Headers(headers)]);
