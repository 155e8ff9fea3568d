/**
 * Caches a read for a time to live. Failures are not cached.
 *
 * @param milliseconds how long
 * @param read reads it anew
 * @param now milliseconds that only go forward; another clock where tests move one
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
    // A clock that has gone back makes nothing fresh for longer.
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
