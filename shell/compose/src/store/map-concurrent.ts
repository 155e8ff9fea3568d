/** How many reads of a store are on their way at once: enough to hide the way to a bucket, and few for a server that has others to answer. */
const mostAtOnce = 20;

/** Does the same with each of some items, some at once, and answers in their order. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += mostAtOnce)
    results.push(...(await Promise.all(items.slice(from, from + mostAtOnce).map(work))));
  return results;
}
