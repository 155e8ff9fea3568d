import { type ComponentType, createContext, use, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The number of the visit (`useVisit`), provided by the shell around a page; a failed screen is fetched again when it increases. */
export const RetryAttempt = createContext(0);

let visits = 0;

/**
 * A number that increases with every navigation and Retry, so that a page whose code failed is fetched again by navigating away
 * and back (D62), and never by itself.
 *
 * @param retries how often Retry was pressed here
 */
export function useVisit(retries: number): number {
  const { key } = useLocation();
  const [visit, setVisit] = useState(() => ({ key, retries, count: ++visits }));
  if (visit.key === key && visit.retries === retries) return visit.count;
  const next = { key, retries, count: ++visits };
  setVisit(next);
  return next.count;
}

/** A screen, or a part of one, whose code is loaded lazily, on first render or `preload`. */
export type LazyScreen<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> };

interface Load<Props> {
  attempt: number;
  promise: Promise<ComponentType<Props>>;
  settled: 'pending' | 'loaded' | 'failed';
}

/**
 * Creates a lazy screen. Unlike `React.lazy`, a failed import is not remembered for ever, and a preloaded screen renders at once,
 * without a fallback frame.
 *
 * @param load imports the module and picks its component
 */
export function lazyScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let current: Load<Props> | undefined;

  function start(attempt: number): Load<Props> {
    if (!current || (current.settled === 'failed' && attempt > current.attempt)) current = begin(attempt);
    return current;
  }

  function begin(attempt: number): Load<Props> {
    const started: Load<Props> = { attempt, settled: 'pending', promise: load() };
    started.promise.then(
      (component) => {
        started.settled = 'loaded';
        // React's markers on a settled promise: with them `use` returns at once.
        void Object.assign(started.promise, { status: 'fulfilled', value: component });
      },
      () => {
        started.settled = 'failed';
      },
    );
    return started;
  }

  function LazyScreen(props: Props) {
    const attempt = use(RetryAttempt);
    // oxlint-disable-next-line react/static-components -- it was loaded, not made: the promise holds the same one for every render.
    const Component = use(start(attempt).promise);
    // oxlint-disable-next-line react/static-components -- see above.
    return <Component {...props} />;
  }

  // Preloading again retries a failed import once.
  LazyScreen.preload = () => {
    if (current?.settled === 'failed') current = begin(current.attempt);
    return start(-1).promise;
  };
  return LazyScreen;
}
