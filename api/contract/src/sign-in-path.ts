/**
 * Where to sign in and come back from.
 *
 * @param next the page to come back to: its path, with query and hash
 */
export const signInPath = (next: string): string => `/auth?next=${encodeURIComponent(next)}`;
