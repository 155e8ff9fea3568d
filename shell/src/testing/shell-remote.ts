import type { RemoteModule } from '@frens/platform';
import { pageTexts } from '../pages/page-texts.ts';
import { BackupScreen, LandingScreen, StaticPageScreen } from '../routes/shell-screens.ts';

/** The shell's pages as a remote, for stories and tests. */
export const shellRemote: RemoteModule = {
  // The texts of the page, so that a story that is opened again has them.
  name: 'pages',
  contract: 1,
  routes: [
    { path: '/', Component: LandingScreen },
    { path: '/backup', Component: BackupScreen },
    { path: '/about/:page', Component: StaticPageScreen },
  ],
  locales: pageTexts,
};
