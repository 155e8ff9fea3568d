/** The name of a call, whole in quotes: so it stands in what a client calls. */
const literal = /(["'`])((?:GET|POST|PUT|PATCH|DELETE) \/(?:api|media)\/[^"'`\s]*)\1/g;

/**
 * Reads from built code which calls of the API it makes: a call is known by its method and path, which the client is given as one text.
 *
 * @param code a script of a build
 * @returns names of calls, as in `'POST /api/circles/:id/join'`
 */
export function callsIn(code: string): string[] {
  return [...new Set(Array.from(code.matchAll(literal), ([, , call = '']) => call))].sort();
}
