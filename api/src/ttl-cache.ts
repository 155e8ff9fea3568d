/**
 * Caches a read for a time to live. Failures are not cached.
 *
 * @param milliseconds the time to live
 * @param read loads the value
 * @param now a monotonic clock in milliseconds; tests inject their own
 */
export function cacheWithTtl<T>(
  milliseconds: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let known: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const age = now() - readAt;
    // A negative age means that an injected clock went back: the value is stale.
    if (known && age >= 0 && age <= milliseconds) return known;
    readAt = now();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  };
}
