import type { RemoteModule } from '@frens/platform';
import { BackupScreen, LandingScreen, StaticPageScreen } from '../routes/shell-screens.ts';

const noTexts = async () => ({ default: {} });

/** The shell's pages as if a remote had brought them, for what shows and tests pages of remotes. */
export const shellRemote: RemoteModule = {
  name: 'shell-pages',
  contract: 1,
  routes: [
    { path: '/', Component: LandingScreen },
    { path: '/backup', Component: BackupScreen },
    { path: '/about/:page', Component: StaticPageScreen },
  ],
  locales: { en: noTexts, es: noTexts },
};
