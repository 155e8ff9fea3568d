import { withMemberTexts } from '@frens/members/texts';
import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

const circle = lazyScreen(() => import('./features/circle/circle.screen.tsx').then((m) => m.CircleScreen));

/** Circles, and the previews of meetups and service projects. */
export const remote = defineRemote({
  name: 'mf-community',
  contract: 1,
  routes: [
    {
      path: '/groups',
      Component: lazyScreen(() =>
        import('./features/circles/circles.screen.tsx').then((m) => m.CirclesScreen),
      ),
    },
    { path: '/groups/:circleId', Component: circle },
    { path: '/v2/groups/:circleId', Component: circle },
    {
      path: '/meetups',
      Component: lazyScreen(() =>
        import('./features/meetups/meetups.screen.tsx').then((m) => m.MeetupsScreen),
      ),
    },
    {
      path: '/service',
      Component: lazyScreen(() =>
        import('./features/service/service.screen.tsx').then((m) => m.ServiceScreen),
      ),
    },
  ],
  locales: withMemberTexts(localesIn((language) => import(`../locales/${language}.json`))),
});
