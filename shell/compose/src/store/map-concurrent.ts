/** Concurrent reads of a store: enough to hide a bucket's latency, few enough for a busy server. */
const mostAtOnce = 20;

/** Maps items with bounded concurrency and keeps their order. */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = mostAtOnce,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const workOff = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
  return results;
}
