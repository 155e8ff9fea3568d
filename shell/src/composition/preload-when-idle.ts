import { isLineFree } from './limit-files.ts';
import type { Remotes } from './remotes.ts';
import { isLineSlow } from './slow-line.ts';

/** How long the opened page has the network to itself after its heading: for data, fonts and pictures. */
const settleMs = 1_500;
/** How long a press has the network to itself, for the files and data that it leads to. */
const pressMs = 1_500;

/**
 * Prefetches the frame's lazy parts, then all remotes and their screens, while the browser is idle, so that a click shows its
 * page at once. Starts after the opened page's heading, fetches one thing at a time, and nothing on a slow connection or while
 * somebody waits for a press.
 */
export function preloadWhenIdle(remotes: Remotes, parts: readonly (() => Promise<unknown>)[]): void {
  const loadRemote = async (name: string) => {
    const outcome = await remotes.load(name);
    if (outcome.status !== 'ready') return;
    tasks.unshift(
      ...outcome.module.routes.map(
        ({ Component }) =>
          async () =>
            Component.preload?.(),
      ),
    );
  };
  const tasks: (() => Promise<unknown>)[] = [
    ...parts,
    ...remotes.names().map((name) => () => loadRemote(name)),
  ];
  let lastPress = Number.NEGATIVE_INFINITY;
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => (lastPress = performance.now()), { capture: true, passive: true });
  const isAwaited = () => !isLineFree() || performance.now() - lastPress < pressMs;

  async function next(): Promise<void> {
    while (isAwaited()) await wait(250);
    const task = tasks.shift();
    if (!task || isLineSlow()) return;
    await task().catch(() => {
      // Not a failure yet: opening it retries and reports.
    });
    whenIdle(() => void next());
  }
  void pageIsReady().then(() => whenIdle(() => void next()));
}

async function pageIsReady(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise<void>((resolve) => {
    const hasHeading = () => document.querySelector('main h1') !== null;
    if (hasHeading()) return resolve();
    const observer = new MutationObserver(() => {
      if (!hasHeading()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await wait(settleMs);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 200);
}
