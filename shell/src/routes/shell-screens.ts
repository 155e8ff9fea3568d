import { matchesPath, type shellScreens } from '@frens/contract/site-path';
import { lazyScreen } from '@frens/platform';

// The names are those of `shellScreens`: by them the server tells the browser of these files in the page itself.

/** The page at `/`. */
export const LandingScreen = lazyScreen(() =>
  import(/* webpackChunkName: "landing" */ '../landing/landing.screen.tsx').then((m) => m.LandingScreen),
);

/** The page at `/backup`. */
export const BackupScreen = lazyScreen(() =>
  import(/* webpackChunkName: "backup" */ '../pages/backup.screen.tsx').then((m) => m.BackupScreen),
);

/** The pages below `/about`. */
export const StaticPageScreen = lazyScreen(() =>
  import(/* webpackChunkName: "about" */ '../pages/static-page.screen.tsx').then((m) => m.StaticPageScreen),
);

const screens = {
  '/': LandingScreen,
  '/backup': BackupScreen,
  '/about/:page': StaticPageScreen,
} satisfies Record<keyof typeof shellScreens, unknown>;

/** Fetches the code of the shell's own page at a pathname, if there is one. */
export async function preloadShellScreen(pathname: string): Promise<void> {
  const [, screen] = Object.entries(screens).find(([path]) => matchesPath(path, pathname)) ?? [];
  await screen?.preload?.().catch(() => {
    // A failed preload is not a failure yet: the page asks again when it is shown, and then says so.
  });
}
