/** Addresses of this remote's pages, as in remote.json. Links lead to their /v2 twins by themselves. */
export const circlesPath = '/groups';

/** A circle's page (D58). */
export function circlePath(circleId: string): string {
  return `${circlesPath}/${encodeURIComponent(circleId)}`;
}

/** Where to sign in, and to come back from to a page. */
export function signInPath(next: string): string {
  return `/auth?next=${encodeURIComponent(next)}`;
}

// Pages of other remotes.

/** A person's page. */
export function personPath(username: string): string {
  return `/frens/${encodeURIComponent(username)}`;
}

/** The Panda of a gate, or all of them where any counts. */
export function pandaPath(pandaId: string | null): string {
  return pandaId === null ? '/panda' : `/panda/${encodeURIComponent(pandaId)}`;
}

/** Where a profile is completed. */
export const dashboardPath = '/dashboard';
