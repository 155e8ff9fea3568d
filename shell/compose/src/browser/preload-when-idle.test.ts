import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadWhenIdle } from './preload-when-idle.ts';
import type { Remotes } from './remotes.ts';

const order: string[] = [];

/** Two remotes, of which the first fails when told to, and a part of the frame. */
function start({ isBroken = false } = {}) {
  preloadWhenIdle(
    {
      // True as far as it is used: whether there is one.
      find: (path) => (path.startsWith('/none') ? null : ({} as ReturnType<Remotes['find']>)),
      async preload(path) {
        order.push(path);
        if (isBroken && path === '/quiz') throw new Error('#RUNTIME-008');
      },
    },
    [async () => void order.push('part of the frame')],
  );
}

/** A page with links, of which those to these places are in view. */
function showPage(...inView: string[]) {
  document.body.innerHTML = `<main><h1>The page</h1></main>${['/quiz', '/groups', '/none', '/late']
    .map((path) => `<a href="${path}">to it</a>`)
    .join('')}<a href="https://elsewhere.example/quiz">away</a>`;
  for (const link of document.querySelectorAll('a'))
    link.getBoundingClientRect = () => new DOMRect(0, inView.includes(link.pathname) ? 10 : 100_000, 50, 20);
}
const showHeading = () => showPage('/quiz', '/groups', '/none');
const everything = ['part of the frame', '/quiz', '/groups'];

/** Ends what the page of a test listens to. */
let page: AbortController;

beforeEach(() => {
  order.length = 0;
  page = new AbortController();
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) =>
    // True of what listens here: functions alone.
    add(type, listener as EventListener, { capture: true, signal: page.signal }),
  );
  document.body.replaceChildren();
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1));
});
afterEach(() => {
  page.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

it("fetches nothing before the page's heading, nor right after it", async () => {
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual([]);
  showHeading();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(order).toEqual([]);
});

it('then fetches lazy parts of the frame and pages of visible links, one at a time', async () => {
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(everything);
});

it('continues after a failure', async () => {
  showHeading();
  start({ isBroken: true });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(everything);
});

it('continues after scrolling', async () => {
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(3_000);
  showPage('/groups', '/late');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual(everything);
  dispatchEvent(new Event('scroll'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual([...everything, '/late']);
});

it('pauses for a press', async () => {
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(1_502);
  const before = order.length;
  expect(before).toBeGreaterThan(0);
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(everything);
});

it.each([
  ['saves data', { saveData: true, effectiveType: '4g' }],
  ['has a slow line', { effectiveType: '3g' }],
])('fetches nothing if the reader %s', async (_who, connection) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual([]);
});
