import { hour } from '../../clock.ts';

/** When the hour of a moment began. */
export const startOfHour = (now: Date) => new Date(Math.floor(now.getTime() / hour) * hour);

/** From when on reports count: what pages told in the hour that runs and the one before is held against each other. */
export const windowOf = (now: Date) => new Date(startOfHour(now).getTime() - hour);

/** More reports of a version than this tell nothing more. */
export const mostRead = 10_000;
