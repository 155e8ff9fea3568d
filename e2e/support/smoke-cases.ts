/** Whether every case runs, not the smoke cases alone: `npm run test:long -- e2e`. */
export const isLongRun = Boolean(process.env.LONG);

/**
 * The cases that run: all of them in a long run, else the smoke cases, of which there must be one.
 *
 * @param isSmokeCase whether `npm test` runs it
 */
export function smokeCases<Case>(all: readonly Case[], isSmokeCase: (one: Case) => boolean): readonly Case[] {
  if (isLongRun) return all;
  const some = all.filter(isSmokeCase);
  if (some.length === 0) throw new Error('There is no smoke case: a test would look at nothing.');
  return some;
}
