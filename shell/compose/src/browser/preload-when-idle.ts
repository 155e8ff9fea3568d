import { isLineFree } from './limit-files.ts';
import type { Remotes } from './remotes.ts';
import { isLineSlow } from './slow-line.ts';

/** How long the opened page has the network to itself after its heading: for data, fonts and pictures. */
const settleMs = 1_500;
/** How long a press has the network to itself, for the files and data that it leads to. */
const pressMs = 1_500;

/**
 * Prefetches the frame's lazy parts, then the pages that links in view lead to, while the browser is idle, so that a click shows its
 * page at once. Starts after the opened page's heading, fetches one thing at a time, and nothing on a slow connection or while
 * somebody waits for a press. Continues after a press or scroll.
 */
export function preloadWhenIdle(
  remotes: Pick<Remotes, 'find' | 'preload'>,
  parts: readonly (() => Promise<unknown>)[],
): void {
  const tasks = [...parts];
  const known = new Set<string>();
  let lastPress = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const goOn = () => {
    if (!isWaiting) return;
    isWaiting = false;
    void wait(settleMs).then(() => whenIdle(() => void next()));
  };
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => (lastPress = performance.now()), { capture: true, passive: true });
  for (const change of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(change, goOn, { capture: true, passive: true });
  const isAwaited = () => !isLineFree() || performance.now() - lastPress < pressMs;

  /** The next page that a link in view leads to and that was not fetched. */
  function nextPage(): (() => Promise<unknown>) | undefined {
    for (const { pathname } of linksInView()) {
      if (known.has(pathname)) continue;
      known.add(pathname);
      if (remotes.find(pathname)) return () => remotes.preload(pathname);
    }
    return undefined;
  }

  async function next(): Promise<void> {
    while (isAwaited()) await wait(250);
    if (isLineSlow()) return;
    const task = tasks.shift() ?? nextPage();
    if (!task) {
      isWaiting = true;
      return;
    }
    await task().catch(() => {
      // Not a failure yet: opening it retries and reports.
    });
    whenIdle(() => void next());
  }
  void pageIsReady().then(() => whenIdle(() => void next()));
}

function linksInView(): HTMLAnchorElement[] {
  return Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]')).filter((link) => {
    if (link.origin !== location.origin) return false;
    const { top, bottom, width } = link.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  });
}

async function pageIsReady(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
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
