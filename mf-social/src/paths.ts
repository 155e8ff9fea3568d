import { personPath } from '@frens/contract/page-paths';

export { circlePath, pandaPath, personPath } from '@frens/contract/page-paths';

/** The dashboard's tabs; the first needs no query parameter. */
export const dashboardTabs = ['matchmaker', 'matches', 'connections'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Paths of this remote's pages, as in remote.json. Inside /v2, links resolve to their /v2 twins automatically. */
export const paths = {
  dashboard: '/dashboard',
  browse: '/browse',
  forYou: '/browse?sort=for-you',
  messages: '/messages',
  profile: '/profile',
  /** Opens the edit form as step one of the first visit, then returns to the steps. */
  firstProfile: '/profile?first',
  privacy: '/privacy-settings',
  matches: `/dashboard?tab=${'matches' satisfies DashboardTab}#introductions`,
  connections: `/dashboard?tab=${'connections' satisfies DashboardTab}#requests`,
  friends: `/dashboard?tab=${'connections' satisfies DashboardTab}#friends`,
} as const;

/** Settings pages in the order of their links; the first has the specified path. */
export const settingsPages = ['privacy', 'notifications', 'security', 'account'] as const;
export type SettingsPageName = (typeof settingsPages)[number];

/** Path of a settings page. */
export function settingsPath(page: SettingsPageName): string {
  return page === 'privacy' ? paths.privacy : `${paths.privacy}/${page}`;
}

/** Path of the conversation with a friend (D72). */
export function conversationPath(username: string): string {
  return `${paths.messages}/${encodeURIComponent(username)}`;
}

/** Hash of the conversation on a friend's page (D67). */
export const helloHash = '#hello';

/** Path to the message input on a friend's page. */
export function helloPath(username: string): string {
  return `${personPath(username)}${helloHash}`;
}

/** All Pandas; owned by another remote. */
export const pandasPath = '/panda';

/** The circles; owned by another remote. */
export const circlesPath = '/groups';

/** The preview of service projects; owned by another remote. */
export const servicePath = '/service';

/** The member's BAMBOO; owned by another remote. */
export const bambooPath = '/bamboo';

/** The quiz; owned by another remote. */
export const quizPath = '/vibe-quiz';
