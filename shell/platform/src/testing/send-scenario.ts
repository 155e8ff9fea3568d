import type { ServedPages } from '@frens/compose';
import { type MockScenario, mockHeader } from '@frens/contract/mocks';
import { createPageHandlers, findShownRemote } from './create-page-handlers.ts';
import { applyPageWords } from './page-words.ts';
import { watchCalls } from './watch-calls.ts';

/**
 * Says with every call of this page which tab it comes from and what that has chosen: the development server answers from the mocks, and remembers
 * what the tab does until it chooses otherwise. A scenario that does not exist is said on the page, with those that do.
 */
export function sendScenario(choice: MockScenario, pages: ServedPages): void {
  createPageHandlers(choice, pages);
  applyPageWords(choice);
  const send = globalThis.fetch;
  globalThis.fetch = watchCalls((input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set(mockHeader, tabHeader(choice, findShownRemote(pages)));
    return send(input, { ...init, headers });
  });
}

/** Names this tab and its choice. */
export function tabHeader(choice: MockScenario, remote = ''): string {
  const tab = sessionStorage.getItem('mock-tab') ?? Math.random().toString(36).slice(2);
  sessionStorage.setItem('mock-tab', tab);
  const header = new URLSearchParams({ tab, remote });
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) header.set(name, value);
  return String(header);
}
