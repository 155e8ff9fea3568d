/** This run's share of a long run, and the number of shares: one process could not finish all in time (`scripts/test-long.js`). */
const [share = 1, shares = 1] = (process.env.LONG_SHARE ?? '1/1').split('/').map(Number);

/**
 * The number of random repetitions: few in daily runs, many in long ones.
 *
 * @param long the total of all shares
 */
export function repetitions(daily: number, long: number): number {
  return process.env.LONG ? Math.ceil(long / shares) : daily;
}

/** The first seed of this share; each repetition uses the next one. */
export function firstSeedOf(daily: number, count: number): number {
  return process.env.LONG ? 1 + (share - 1) * count : daily;
}
