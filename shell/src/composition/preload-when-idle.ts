import { isLineFree } from './limit-files.ts';
import type { Remotes } from './remotes.ts';
import { isLineSlow } from './slow-line.ts';

/** How long the page that was opened has the line for itself after its heading is there: its data, its fonts, its pictures. */
const settleMs = 1_500;
/** How long a press has it: what it leads to asks for its own files and data meanwhile. */
const pressMs = 1_500;

/**
 * Fetches the frame's own late parts, then all remotes and their screens, once the browser has nothing better to do, so that a click shows its
 * page at once. It begins when the page that was opened is ready, and never before its heading; it fetches one thing at a time, nothing on a
 * slow line, and nothing while somebody waits for what they have pressed.
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
      // Not a failure yet: whoever opens it asks again, and says so.
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
