/**
 * The e-mail that the landing page's form carried here in memory (D51), or nothing.
 *
 * @param state what the router keeps beside the address; any page may have written it
 */
export function carriedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
