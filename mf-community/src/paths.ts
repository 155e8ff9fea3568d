import { pandaPath } from '@frens/contract/page-paths';

/** Paths of this remote's pages, as in remote.json. Inside /v2, links resolve to their /v2 twins automatically. */
export const circlesPath = '/groups';

export { circlePath, pandaPath, personPath } from '@frens/contract/page-paths';
export { signInPath } from '@frens/contract/sign-in-path';

/** Where to stake for a circle's gate: on its Panda, or on any. The page shows the missing amount and links back. */
export function gatePath(pandaId: string | null, circleId: string): string {
  const circle = `for=${encodeURIComponent(circleId)}`;
  return pandaId === null ? `/panda?${circle}` : `${pandaPath(pandaId)}?back&${circle}`;
}

/** Where members complete their profile. */
export const dashboardPath = '/dashboard';
