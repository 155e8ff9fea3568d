export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Adds milliseconds to a moment. */
export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** The start of a moment's hour. */
export const startOfHour = (now: Date) => new Date(Math.floor(now.getTime() / hour) * hour);

/** The start of the reporting window: the previous hour. */
export const windowOf = (now: Date) => after(startOfHour(now), -hour);
