import { limits } from '@frens/contract/limits';
import { sitePathOf } from '@frens/contract/site-path';

/**
 * Where to go after signing in, when the address asks for a page of this site (D6).
 *
 * @param next the `next` parameter of the address, which anybody may have written
 */
export function wantedPath(next: string | null): string | null {
  const path = sitePathOf(next);
  return path !== null && path.length <= limits.nextPath.max ? path : null;
}

/** The wanted page, else the dashboard. */
export const nextPath = (next: string | null): string => wantedPath(next) ?? '/dashboard';
