import type { Remotes } from './remotes.ts';

interface NetworkHints {
  saveData?: boolean;
}

/** Fetches all remotes and their screens once the browser has nothing better to do, so that a click shows its page at once. */
export function preloadWhenIdle(remotes: Remotes): void {
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
  whenIdle(() => void next(remotes.names()));
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 200);
}
