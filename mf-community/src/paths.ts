/** Addresses of this remote's pages, as in remote.json. Links lead to their /v2 twins by themselves. */
export const circlesPath = '/groups';

/** A circle's page (D58). */
export function circlePath(circleId: string): string {
  return `${circlesPath}/${encodeURIComponent(circleId)}`;
}

// Pages of other remotes.

export { signInPath } from '@frens/contract/sign-in-path';

/** A person's page. */
export function personPath(username: string): string {
  return `/frens/${encodeURIComponent(username)}`;
}

/** A Panda's page. */
export function pandaPath(pandaId: string): string {
  return `/panda/${encodeURIComponent(pandaId)}`;
}

/** Where to stake what a circle's gate asks for: on its Panda, or on any. The page then says how much and leads back. */
export function gatePath(pandaId: string | null, circleId: string): string {
  const circle = `for=${encodeURIComponent(circleId)}`;
  return pandaId === null ? `/panda?${circle}` : `${pandaPath(pandaId)}?back&${circle}`;
}

/** Where a profile is completed. */
export const dashboardPath = '/dashboard';
