import { withMemberTexts } from '@frens/members/texts';
import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

const AuthScreen = lazyScreen(() => import('./features/auth/auth.screen.tsx').then((m) => m.AuthScreen));

/** Login and sign-up. /v2 shows the same screen in another layout. */
export const remote = defineRemote({
  name: 'mf-auth',
  contract: 1,
  routes: [
    { path: '/auth', Component: AuthScreen },
    { path: '/v2/auth', Component: AuthScreen },
  ],
  locales: withMemberTexts(localesIn((language) => import(`../locales/${language}.json`))),
});
