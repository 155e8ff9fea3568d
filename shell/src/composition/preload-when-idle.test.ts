import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';
import { createRemotes } from './remotes.ts';

const order: string[] = [];

/** Two remotes, of which the first fails when told to, and a part of the frame. */
function start({ isBroken = false } = {}) {
  const names = ['mf-quiz', 'mf-community'];
  const versions = names.map((name) =>
    buildVersion({ descriptor: { name, nav: [], paths: [{ path: `/${name}`, access: 'public' }] } }),
  );
  const composition = buildComposition(...versions);
  const remotes = createRemotes({
    composition,
    async load({ descriptor: { name } }) {
      order.push(name);
      if (isBroken && name === 'mf-quiz') throw new Error('#RUNTIME-008');
      const Component = Object.assign(() => null, {
        preload: async () => void order.push(`screen of ${name}`),
      });
      return { remote: buildModule({ name, routes: [{ path: `/${name}`, Component }] }) };
    },
    addTexts: async () => {},
    fetchComposition: async () => composition,
  });
  preloadWhenIdle(remotes, [async () => void order.push('part of the frame')]);
}

const showHeading = () => {
  document.body.innerHTML = '<main><h1>The page</h1></main>';
};
const everything = [
  'part of the frame',
  'mf-quiz',
  'screen of mf-quiz',
  'mf-community',
  'screen of mf-community',
];

beforeEach(() => {
  order.length = 0;
  document.body.replaceChildren();
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

it('fetches nothing before the page has its heading, nor right after it', async () => {
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual([]);
  showHeading();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(order).toEqual([]);
});

it('then fetches the late parts of the frame, and the remotes with their screens one after the other', async () => {
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(everything);
});

it('goes on after a remote that fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  showHeading();
  start({ isBroken: true });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(order).toEqual(everything.filter((step) => step !== 'screen of mf-quiz'));
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('REMOTE-102 mf-quiz'));
  vi.restoreAllMocks();
});

it('gives way to a press, and goes on after it', async () => {
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
])('fetches nothing for who %s', async (_who, connection) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  showHeading();
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual([]);
});
