import { Notifications, notificationTexts } from '@frens/members/notifications';
import { withMemberTexts } from '@frens/members/texts';
import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

const dashboard = lazyScreen(() =>
  import('./features/dashboard/dashboard.screen.tsx').then((module) => module.DashboardScreen),
);
const browse = lazyScreen(() =>
  import('./features/browse/browse.screen.tsx').then((module) => module.BrowseScreen),
);
const profile = lazyScreen(() =>
  import('./features/profile/profile.screen.tsx').then((module) => module.ProfileScreen),
);
const privacy = lazyScreen(() =>
  import('./features/privacy/privacy.screen.tsx').then((module) => module.PrivacyScreen),
);
const notificationSettings = lazyScreen(() =>
  import('./features/privacy/notification-settings.screen.tsx').then(
    (module) => module.NotificationSettingsScreen,
  ),
);
const securitySettings = lazyScreen(() =>
  import('./features/privacy/security-settings.screen.tsx').then((module) => module.SecuritySettingsScreen),
);
const accountSettings = lazyScreen(() =>
  import('./features/privacy/account-settings.screen.tsx').then((module) => module.AccountSettingsScreen),
);
const person = lazyScreen(() =>
  import('./features/person/person.screen.tsx').then((module) => module.PersonScreen),
);
const messages = lazyScreen(() =>
  import('./features/messages/messages.screen.tsx').then((module) => module.MessagesScreen),
);
const notifications = lazyScreen(async () => {
  const [module] = await Promise.all([
    import('./features/notifications/notifications.screen.tsx'),
    Notifications.preload(),
  ]);
  return module.NotificationsScreen;
});

/** Dashboard, member list, a person's page, messages, profile and settings; the same screens inside and outside /v2. */
export const remote = defineRemote({
  name: 'mf-social',
  contract: 1,
  routes: ['', '/v2'].flatMap((prefix) => [
    { path: `${prefix}/dashboard`, Component: dashboard },
    { path: `${prefix}/browse`, Component: browse },
    { path: `${prefix}/frens/:username`, Component: person },
    { path: `${prefix}/messages`, Component: messages },
    { path: `${prefix}/messages/:username`, Component: messages },
    { path: `${prefix}/profile`, Component: profile },
    { path: `${prefix}/notifications`, Component: notifications },
    { path: `${prefix}/privacy-settings`, Component: privacy },
    { path: `${prefix}/privacy-settings/notifications`, Component: notificationSettings },
    { path: `${prefix}/privacy-settings/security`, Component: securitySettings },
    { path: `${prefix}/privacy-settings/account`, Component: accountSettings },
  ]),
  locales: withMemberTexts(
    localesIn((language) => import(`../locales/${language}.json`)),
    { notifications: notificationTexts },
  ),
});
