/** The source of time; tests inject their own. */
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

/** The allowed clock skew between two processes. */
const skew = minute;

/**
 * A filter for deadlines that are still ahead, of something with this lifetime. A deadline further ahead than a new one would be
 * was written before the clock went back, and counts as past, so nothing lasts longer than its rule says.
 */
export function endsAhead(clock: Clock, life: number): { $gt: Date; $lte: Date } {
  return { $gt: clock.now(), $lte: fromNow(clock, life + skew) };
}

/** A filter for moments within the last milliseconds; moments from before the clock went back do not count. */
export function startedWithin(clock: Clock, milliseconds: number): { $gt: Date; $lte: Date } {
  return { $gt: ago(clock, milliseconds), $lte: fromNow(clock, skew) };
}

/** Whether a moment lies within that time. */
export function isIn(moment: Date, { $gt, $lte }: { $gt: Date; $lte: Date }): boolean {
  return moment > $gt && moment <= $lte;
}
