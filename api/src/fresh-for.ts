/**
 * A reading that is taken to be the same for a while. A failure is not kept.
 *
 * @param milliseconds how long
 * @param read reads it anew
 */
export function freshFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (known && performance.now() - readAt <= milliseconds) return known;
    readAt = performance.now();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  };
}
