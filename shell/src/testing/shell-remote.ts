import type { RemoteModule } from '@frens/platform';
import { pageTexts } from '../pages/page-texts.ts';
import { BackupScreen, LandingScreen, StaticPageScreen } from '../routes/shell-screens.ts';

/** The shell's pages as if a remote had brought them, for what shows and tests pages of remotes. */
export const shellRemote: RemoteModule = {
  // Its texts are those that come with a page: a story that opens anew has them, too.
  name: 'pages',
  contract: 1,
  routes: [
    { path: '/', Component: LandingScreen },
    { path: '/backup', Component: BackupScreen },
    { path: '/about/:page', Component: StaticPageScreen },
  ],
  locales: pageTexts,
};
