import { withMemberTexts } from '@frens/members/texts';
import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

/** Pandas: the public list, the profile with staking, and the member's own BAMBOO page. */
export const remote = defineRemote({
  name: 'mf-panda',
  contract: 1,
  routes: [
    {
      path: '/panda',
      Component: lazyScreen(() =>
        import('./features/panda-list/panda-list.screen.tsx').then((module) => module.PandaListScreen),
      ),
    },
    {
      path: '/panda/:pandaId',
      Component: lazyScreen(() =>
        import('./features/panda-profile/panda-profile.screen.tsx').then(
          (module) => module.PandaProfileScreen,
        ),
      ),
    },
    {
      path: '/bamboo',
      Component: lazyScreen(() =>
        import('./features/bamboo/bamboo.screen.tsx').then((module) => module.BambooScreen),
      ),
    },
  ],
  locales: withMemberTexts(localesIn((language) => import(`../locales/${language}.json`))),
});
