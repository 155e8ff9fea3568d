/** Whether everything is gone through where a run of every day takes a smokeCases part: `npm run test:long -- e2e`. */
export const isLongRun = Boolean(process.env.LONG);

/**
 * What is gone through: all of it in a long run, and otherwise what tells, of which there is something.
 *
 * @param tells whether a case is one for every day
 */
export function smokeCases<Case>(all: readonly Case[], tells: (one: Case) => boolean): readonly Case[] {
  if (isLongRun) return all;
  const some = all.filter(tells);
  if (some.length === 0) throw new Error('Nothing tells: a test would look at nothing.');
  return some;
}
