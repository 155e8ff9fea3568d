/** Concurrent reads of a store: enough to hide a bucket's latency, few enough for a busy server. */
const mostAtOnce = 20;

/** Maps items with bounded concurrency and keeps their order. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += mostAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + mostAtOnce).map(work))));
  return results;
}
