/** The tabs of the dashboard; the first is the one without a name in the address. */
export const dashboardTabs = ['matchmaker', 'matches', 'connections'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Addresses of this remote's pages, as in remote.json. Links lead to their /v2 twins by themselves. */
export const paths = {
  dashboard: '/dashboard',
  browse: '/browse',
  forYou: '/browse?sort=for-you',
  messages: '/messages',
  profile: '/profile',
  /** The first step's: the form, and then the steps again. */
  firstProfile: '/profile?first',
  privacy: '/privacy-settings',
  matches: `/dashboard?tab=${'matches' satisfies DashboardTab}#introductions`,
  connections: `/dashboard?tab=${'connections' satisfies DashboardTab}#requests`,
  friends: `/dashboard?tab=${'connections' satisfies DashboardTab}#friends`,
} as const;

/** The pages of the settings, in the order of their links; the first has the specified address. */
export const settingsPages = ['privacy', 'notifications', 'security', 'account'] as const;
export type SettingsPageName = (typeof settingsPages)[number];

/** A page of the settings. */
export function settingsPath(page: SettingsPageName): string {
  return page === 'privacy' ? paths.privacy : `${paths.privacy}/${page}`;
}

/** A person's page (D57). */
export function personPath(username: string): string {
  return `/frens/${encodeURIComponent(username)}`;
}

/** Where one writes to somebody, beside all conversations (D72). */
export function conversationPath(username: string): string {
  return `${paths.messages}/${encodeURIComponent(username)}`;
}

/** The part of a friend's page in which one writes to them (D67). */
export const helloHash = '#hello';

/** Where one writes to a friend. */
export function helloPath(username: string): string {
  return `${personPath(username)}${helloHash}`;
}

/** All Pandas, which belong to another remote. */
export const pandasPath = '/panda';

/** A Panda's page, which belongs to another remote. */
export function pandaPath(pandaId: string): string {
  return `/panda/${encodeURIComponent(pandaId)}`;
}

/** The picture of a Panda: the `imageUrl` of `Panda`, for places that know only its id. */
export function pandaPicture(pandaId: string): string {
  return `/media/pandas/${encodeURIComponent(pandaId)}.svg`;
}

/** The circles, which belong to another remote. */
export const circlesPath = '/groups';

/** The preview of service projects, which belongs to another remote. */
export const servicePath = '/service';

/** The member's BAMBOO, which belongs to another remote. */
export const bambooPath = '/bamboo';

/** The quiz, which belongs to another remote. */
export const quizPath = '/vibe-quiz';

/** A circle's page, which belongs to another remote. */
export function circlePath(circleId: string): string {
  return `${circlesPath}/${encodeURIComponent(circleId)}`;
}
