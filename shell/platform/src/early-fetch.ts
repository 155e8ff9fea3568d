import { begun } from './current-platform.ts';

/** Requests that the page's HTML started before its scripts arrived (shell/public/index.html). */
export interface FirstFetch {
  headers: Readonly<Record<string, string>>;
  /** By URL; null for requests skipped because nobody is signed in. */
  answers: Readonly<Record<string, Promise<Response | null>>>;
  /** The channel that reports sign-ins and sign-outs in other tabs, which invalidate them. */
  news: BroadcastChannel;
}

declare global {
  var firstFetch: FirstFetch | undefined;
}

/** Takes over the early requests of the page's HTML; undefined without one. From then on the page follows other tabs itself. */
export function takeFirstFetch(): FirstFetch | undefined {
  const { firstFetch } = globalThis;
  globalThis.firstFetch = undefined;
  firstFetch?.news.close();
  return firstFetch;
}

/**
 * A `fetch` that returns the early response to an identical request: same page, contract and language. Only the first request of
 * an address gets it; later ones would get stale data.
 */
export const fetchUnlessBegun: typeof fetch = async (input, init) => {
  const address = String(input);
  const first = init?.method === 'GET' ? begun.get(address) : undefined;
  if (first) begun.delete(address);
  // Read at call time: tests and mocks replace the global fetch after this module has run.
  if (!first || wordsOf(first.headers) !== wordsOf(init?.headers)) return globalThis.fetch(input, init);
  const answer = await first.answer;
  init?.signal?.throwIfAborted();
  return answer ?? globalThis.fetch(input, init);
};

/** Canonicalises headers: the page's HTML knows the language, but not the reader's country, which only refusals of amounts depend on. */
function wordsOf(headers: HeadersInit | undefined): string {
  const words = new Headers(headers);
  words.set('Accept-Language', words.get('Accept-Language')?.slice(0, 2) ?? '');
  return JSON.stringify([...words]);
}
