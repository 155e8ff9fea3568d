export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The moment so many milliseconds later. */
export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** When the hour of a moment began. */
export const startOfHour = (now: Date) => new Date(Math.floor(now.getTime() / hour) * hour);

/** The start of the window: reports of the current hour and the one before are compared. */
export const windowOf = (now: Date) => after(startOfHour(now), -hour);
