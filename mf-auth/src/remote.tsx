import { withMemberTexts } from '@frens/members/texts';
import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

const AuthScreen = lazyScreen(() => import('./features/auth/auth.screen.tsx').then((m) => m.AuthScreen));

/** Login and sign-up. The /v2 page is the same screen in the other chrome. */
export const remote = defineRemote({
  name: 'mf-auth',
  contract: 1,
  routes: [
    { path: '/auth', Component: AuthScreen },
    { path: '/v2/auth', Component: AuthScreen },
  ],
  locales: withMemberTexts(localesIn((language) => import(`../locales/${language}.json`))),
});
