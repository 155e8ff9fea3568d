import { afterPaint } from './after-paint.ts';

/** How long a page may take at most to be on show, in milliseconds. */
const patienceMs = 2_000;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Resolves when the browser has nothing else to do. Safari cannot tell. */
const idle = () =>
  typeof requestIdleCallback === 'function'
    ? new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 200 }))
    : wait(50);

/**
 * Settles when the page that was opened is on show with its first data, or keeps everybody waiting: what is not its own comes after it.
 *
 * @param arrival settles when its code has come, or has failed
 * @param isFetching whether it waits for data
 */
export async function untilShown(arrival: Promise<unknown>, isFetching: () => boolean): Promise<void> {
  const until = performance.now() + patienceMs;
  await Promise.race([arrival, wait(patienceMs)]).catch(() => {});
  do {
    await idle();
    // Members' queries begin after the frame that follows hydration (remote-outlet.tsx).
    await new Promise<void>(afterPaint);
    await idle();
  } while (isFetching() && performance.now() < until);
}
