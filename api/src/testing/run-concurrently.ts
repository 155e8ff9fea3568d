/**
 * Takes several sequences of a model at once, each of data of its own: while one waits for the database another goes on. One that fails is
 * told when all have ended.
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
