import { type MockChoice, mockHeader } from '@frens/contract/mocks';
import { chosenHandlers } from './chosen-handlers.ts';
import { followPageWords } from './page-words.ts';

/**
 * Says with every call of this page which tab it comes from and what that has chosen: the development server answers from the mocks, and remembers
 * what the tab does until it chooses otherwise. A scenario that does not exist is said on the page, with those that do.
 */
export function askMocks(choice: MockChoice): void {
  chosenHandlers(choice);
  followPageWords(choice);
  const tab = sessionStorage.getItem('mock-tab') ?? crypto.randomUUID();
  sessionStorage.setItem('mock-tab', tab);
  const header = new URLSearchParams({ tab });
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) header.set(name, value);
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set(mockHeader, String(header));
    return send(input, { ...init, headers });
  };
}
