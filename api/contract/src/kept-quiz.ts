/** Where the quiz keeps a visitor's answers in their browser until they sign in (D41): the page of the sign-up tells of the Panda that waits. */
export const keptQuizKey = 'quiz:pending';

/** D41: for how many days. */
export const keptQuizDays = 7;
