import { createTabs } from '@frens/contract/mocks';
import { afterEach, expect, it, vi } from 'vitest';
import { sendScenario } from './send-scenario.ts';
import { readTabScenario } from './tab-scenario.ts';

const own = globalThis.fetch;
const asking = { apps: {} };
afterEach(() => {
  globalThis.fetch = own;
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

it('says on the page which scenarios there are when there is none of the name', () => {
  expect(() => sendScenario({ scenario: 'nonsense' }, asking)).toThrow('There is no scenario "nonsense"');
  expect(document.body.textContent).toMatch(/^There is no scenario "nonsense"\. There are: typical, long, /);
});

it('is answered as the tab has chosen, with what it has done before, until it chooses otherwise', async () => {
  const { answerOf } = createTabs();
  const server = vi.fn<typeof fetch>(async (input, init) => {
    const answer = await answerOf(new Request(new URL(String(input), 'http://localhost'), init));
    return answer ?? Response.error();
  });
  const user = async () => (await fetch('/api/user')).status;
  const openPage = (choice: Parameters<typeof sendScenario>[0]) => {
    globalThis.fetch = server;
    sendScenario(choice, asking);
  };
  openPage({});
  expect(await user()).toBe(200);
  await fetch('/api/logout', { method: 'POST' });
  openPage({});
  expect(await user(), 'after a reload').toBe(401);
  openPage({ scenario: 'empty' });
  expect(await user(), 'in another scenario').toBe(200);
  openPage({ scenario: 'empty', as: 'visitor' });
  expect(await user()).toBe(401);
  openPage({});
  expect(await user(), 'out of all scenarios').toBe(200);
  await fetch('/api/logout', { method: 'POST' });
  sessionStorage.clear();
  openPage({});
  expect(await user(), 'in another tab').toBe(200);
});

it('keeps what an address has chosen until another names the scenario or who is signed in', () => {
  const readAt = (address: string) => {
    history.replaceState(null, '', address);
    return readTabScenario();
  };
  expect(readAt('/groups?scenario=empty&as=visitor')).toEqual({ scenario: 'empty', as: 'visitor' });
  expect(readAt('/groups')).toEqual({ scenario: 'empty', as: 'visitor' });
  expect(readAt('/groups?scenario=long')).toEqual({ scenario: 'long' });
  expect(readAt('/groups?as=admin')).toEqual({ as: 'admin' });
  expect(readAt('/groups?scenario=')).toEqual({});
  expect(location.search).toBe('');
});

it('begins anew where an address that chooses is entered, once, and not where it is loaded again', async () => {
  const open = async (address: string, type: NavigationTimingType) => {
    history.replaceState(null, '', address);
    // Safe: nothing else of it is read.
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
    vi.resetModules();
    const page = await import('./tab-scenario.ts');
    page.readTabScenario();
    return page;
  };
  const tab = () => sessionStorage.getItem('mock-tab');
  sessionStorage.setItem('mock-tab', 'this');
  for (const type of ['reload', 'back_forward'] as const) await open('/groups?scenario=long', type);
  await open('/groups', 'navigate');
  expect(tab()).toBe('this');
  const { readTabScenario: readAgain } = await open('/groups?scenario=', 'navigate');
  expect(tab()).toBeNull();
  sessionStorage.setItem('mock-tab', 'another');
  history.replaceState(null, '', '/groups?as=admin');
  readAgain();
  expect(tab()).toBe('another');
});
