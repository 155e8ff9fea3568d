import { type ComponentType, createContext, use } from 'react';
import type { Screen } from './remote-module.ts';

/** Counts the member's presses of Retry. The shell provides it around a remote; a failed screen is fetched again when it rises. */
export const RetryAttempt = createContext(0);

interface Load {
  attempt: number;
  promise: Promise<ComponentType>;
  settled: 'pending' | 'loaded' | 'failed';
}

/**
 * Makes a screen whose code is fetched when it is first shown or when `preload` is called.
 * Unlike `React.lazy` a failed fetch is not remembered for ever, and a preloaded screen renders at once, without a fallback frame.
 *
 * @param load imports the module and picks its component
 */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let current: Load | undefined;

  function start(attempt: number): Load {
    if (current && (current.settled !== 'failed' || attempt <= current.attempt)) return current;
    const started: Load = { attempt, settled: 'pending', promise: load() };
    started.promise.then(
      (component) => {
        started.settled = 'loaded';
        // React's own marks on a promise it has seen settle: with them `use` answers at once.
        void Object.assign(started.promise, { status: 'fulfilled', value: component });
      },
      () => {
        started.settled = 'failed';
      },
    );
    current = started;
    return started;
  }

  function LazyScreen() {
    const attempt = use(RetryAttempt);
    const Component = use(start(attempt).promise);
    return <Component />;
  }

  LazyScreen.preload = () => start(-1).promise;
  return LazyScreen;
}
