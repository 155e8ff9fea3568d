/** Whether all cases run instead of only the smoke cases: `npm run test:long -- e2e`. */
export const isLongRun = Boolean(process.env.LONG);

/**
 * Selects cases: all in a long run, otherwise the smoke cases. @throws without a smoke case
 *
 * @param isSmokeCase whether `npm test` runs the case
 */
export function smokeCases<Case>(all: readonly Case[], isSmokeCase: (one: Case) => boolean): readonly Case[] {
  if (isLongRun) return all;
  const some = all.filter(isSmokeCase);
  if (some.length === 0) throw new Error('There is no smoke case: a test would look at nothing.');
  return some;
}
