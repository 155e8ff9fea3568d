import { useLocation } from '@frens/platform';

const ownPaths = {
  dashboard: '/dashboard',
  browse: '/browse',
  profile: '/profile',
  privacy: '/privacy-settings',
} as const;

/** Pages of this remote, by what they are. */
export type SocialPage = keyof typeof ownPaths;

/** The tabs of the dashboard; the first is the one without a name in the address. */
export const dashboardTabs = ['matchmaker', 'matches', 'connections'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Addresses of this remote's pages as seen from `pathname`: inside /v2 they stay inside /v2. */
export function socialPaths(pathname: string): Record<SocialPage, string> & { connections: string } {
  const prefix = pathname.startsWith('/v2/') ? '/v2' : '';
  const dashboard = `${prefix}${ownPaths.dashboard}`;
  return {
    dashboard,
    browse: `${prefix}${ownPaths.browse}`,
    profile: `${prefix}${ownPaths.profile}`,
    privacy: `${prefix}${ownPaths.privacy}`,
    connections: `${dashboard}?tab=${'connections' satisfies DashboardTab}`,
  };
}

/** Addresses of this remote's pages for links on the current page. */
export function useSocialPaths() {
  return socialPaths(useLocation().pathname);
}

/** A Panda's page belongs to another remote and has no /v2 version. */
export function pandaPath(pandaId: string): string {
  return `/panda/${encodeURIComponent(pandaId)}`;
}

/** The picture of a Panda: the `imageUrl` of `Panda`, for places that know only its id. */
export function pandaPicture(pandaId: string): string {
  return `/media/pandas/${encodeURIComponent(pandaId)}.svg`;
}

/** The quiz belongs to another remote and has no /v2 version. */
export const quizPath = '/vibe-quiz';
