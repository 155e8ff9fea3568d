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
