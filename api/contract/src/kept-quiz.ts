/** Storage key of a visitor's quiz answers until they sign in (D41); the sign-up page mentions the pending Panda. */
export const keptQuizKey = 'quiz:pending';

/** Days to keep them (D41). */
export const keptQuizDays = 7;
