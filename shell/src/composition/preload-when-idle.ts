import type { Remotes } from './remotes.ts';

interface NetworkHints {
  saveData?: boolean;
}

/** How long the page that was opened has the line for itself after its heading is there: its data, its fonts, its pictures. */
const settleMs = 1_500;

/**
 * Fetches the frame's own late parts, then all remotes and their screens, once the browser has nothing better to do, so that a click shows its page at once. It begins when
 * the page that was opened is ready, and never before its heading.
 */
export function preloadWhenIdle(remotes: Remotes, parts: readonly (() => Promise<unknown>)[]): void {
  // Not in every browser, hence not in TypeScript's library.
  const { connection } = navigator as Navigator & { connection?: NetworkHints };
  if (connection?.saveData) return;

  const next = async (names: string[]) => {
    const [name, ...rest] = names;
    if (name === undefined) return;
    const outcome = await remotes.load(name);
    if (outcome.status === 'ready') {
      await Promise.allSettled(
        outcome.module.routes.map(({ Component }) => Promise.resolve(Component.preload?.())),
      );
    }
    whenIdle(() => void next(rest));
  };
  void pageIsReady().then(() =>
    whenIdle(() => {
      void Promise.allSettled(parts.map((load) => load())).then(() => next(remotes.names()));
    }),
  );
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
  await new Promise((resolve) => setTimeout(resolve, settleMs));
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 200);
}
