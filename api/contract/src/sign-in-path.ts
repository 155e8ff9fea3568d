/**
 * Path of the sign-in page with a way back.
 *
 * @param next the page to return to: its path, with query and hash
 */
export const signInPath = (next: string): string => `/auth?next=${encodeURIComponent(next)}`;
