/** Which share of a long run this is, and of how many: its parts share what one could not do within its time (`scripts/test-long.js`). */
const [share = 1, shares = 1] = (process.env.LONG_SHARE ?? '1/1').split('/').map(Number);

/**
 * How often something is tried at random: a few times each day, many times in a long run.
 *
 * @param long of all shares together
 */
export function repetitions(daily: number, long: number): number {
  return process.env.LONG ? Math.ceil(long / shares) : daily;
}

/** The first seed of a share, where each repetition has the next one. */
export function firstSeedOf(daily: number, count: number): number {
  return process.env.LONG ? 1 + (share - 1) * count : daily;
}
