/** Paths of this remote's pages, as in remote.json. Inside /v2, links resolve to their /v2 twins automatically. */
export const circlesPath = '/groups';

/** Path of a circle's page (D58). */
export function circlePath(circleId: string): string {
  return `${circlesPath}/${encodeURIComponent(circleId)}`;
}

// Paths of other remotes.

export { signInPath } from '@frens/contract/sign-in-path';

/** Path of a person's page. */
export function personPath(username: string): string {
  return `/frens/${encodeURIComponent(username)}`;
}

/** Path of a Panda's page. */
export function pandaPath(pandaId: string): string {
  return `/panda/${encodeURIComponent(pandaId)}`;
}

/** Where to stake for a circle's gate: on its Panda, or on any. The page shows the missing amount and links back. */
export function gatePath(pandaId: string | null, circleId: string): string {
  const circle = `for=${encodeURIComponent(circleId)}`;
  return pandaId === null ? `/panda?${circle}` : `${pandaPath(pandaId)}?back&${circle}`;
}

/** Where members complete their profile. */
export const dashboardPath = '/dashboard';
