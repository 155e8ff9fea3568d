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
 * A filter for deadlines that lie ahead, for something with the lifetime `life` (milliseconds). A deadline further ahead than a
 * new one would be was stored before the clock was set back. It counts as past, so nothing outlives its rule.
 */
export function endsAhead(clock: Clock, life: number): { $gt: Date; $lte: Date } {
  return { $gt: clock.now(), $lte: fromNow(clock, life + skew) };
}

/** A filter for moments within the last `milliseconds`. It excludes moments stored before the clock was set back. */
export function startedWithin(clock: Clock, milliseconds: number): { $gt: Date; $lte: Date } {
  return { $gt: ago(clock, milliseconds), $lte: fromNow(clock, skew) };
}

/** Whether a moment lies within the range of such a filter. */
export function isIn(moment: Date, { $gt, $lte }: { $gt: Date; $lte: Date }): boolean {
  return moment > $gt && moment <= $lte;
}
