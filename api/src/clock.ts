/** Where the time comes from; tests set their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The moment `milliseconds` before now. */
export function ago(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() - milliseconds);
}

/** The moment `milliseconds` after now. */
export function fromNow(clock: Clock, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}

/** How far the clocks of two processes may lie apart. */
const skew = minute;

/**
 * What is true of an end that is still ahead, of something that lives so many milliseconds. One further ahead than a new one would be was
 * written before the clock went back, and counts as past: nothing waits or lasts longer than its rule says.
 */
export function endsAhead(clock: Clock, life: number): { $gt: Date; $lte: Date } {
  return { $gt: clock.now(), $lte: fromNow(clock, life + skew) };
}

/** What is true of a moment in the last so many milliseconds; of none that a clock gave before it went back. */
export function startedWithin(clock: Clock, milliseconds: number): { $gt: Date; $lte: Date } {
  return { $gt: ago(clock, milliseconds), $lte: fromNow(clock, skew) };
}

/** Whether a moment lies in such a time. */
export function isIn(moment: Date, { $gt, $lte }: { $gt: Date; $lte: Date }): boolean {
  return moment > $gt && moment <= $lte;
}
