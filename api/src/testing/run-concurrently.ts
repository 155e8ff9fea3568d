/**
 * Runs several sequences of a model test concurrently, each on its own data, so that one proceeds while another waits for the database.
 * Reports a failure after all have ended.
 */
export async function runConcurrently<Sequence, Result>(
  sequences: readonly Sequence[],
  take: (sequence: Sequence, place: number) => Promise<Result>,
): Promise<Result[]> {
  const settled = await Promise.allSettled(sequences.map(take));
  return settled.map((one, place) => {
    if (one.status === 'fulfilled') return one.value;
    throw new Error(`The sequence ${JSON.stringify(sequences[place])} fails: ${String(one.reason)}`, {
      cause: one.reason,
    });
  });
}
