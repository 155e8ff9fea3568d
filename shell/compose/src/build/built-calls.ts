/** A quoted call key, as it appears in client code. */
const literal = /(["'`])((?:GET|POST|PUT|PATCH|DELETE) \/(?:api|media)\/[^"'`\s]*)\1/g;

/**
 * Finds the API calls in built code by their keys, which are string literals.
 *
 * @param code a script of a build
 * @returns names of calls, as in `'POST /api/songs/:id/play'`
 */
export function callsIn(code: string): string[] {
  return [...new Set(Array.from(code.matchAll(literal), ([, , call = '']) => call))].sort();
}
