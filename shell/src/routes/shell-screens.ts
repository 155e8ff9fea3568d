import { matchesPath } from '@frens/compose';
import { type shellFrames, type shellScreens } from '@frens/contract/site-path';
import { type LazyScreen, lazyScreen } from '@frens/platform';
import { addPageTexts } from '../pages/page-texts.ts';

// Chunk names are those of `shellScreens` and `shellFrames`, by which the server preloads these files.

/** The page at `/`. */
export const LandingScreen = lazyScreen(() =>
  import(/* webpackChunkName: "landing" */ '../landing/landing.screen.tsx').then((m) => m.LandingScreen),
);

/** The page at `/backup`. */
export const BackupScreen = lazyScreen(async () => {
  const [{ BackupScreen }] = await Promise.all([
    import(/* webpackChunkName: "backup" */ '../pages/backup.screen.tsx'),
    addPageTexts(),
  ]);
  return BackupScreen;
});

/** The pages below `/about`. */
export const StaticPageScreen = lazyScreen(async () => {
  const [{ StaticPage }] = await Promise.all([
    import(/* webpackChunkName: "about" */ '../pages/static-page.tsx'),
    addPageTexts(),
  ]);
  return StaticPage;
});

/** The page at `/dev/composition`, if the server enables it. */
export const DevCompositionScreen = lazyScreen(() =>
  import(/* webpackChunkName: "dev-composition" */ '../dev-composition/dev-composition.screen.tsx').then(
    (m) => m.DevCompositionScreen,
  ),
);

/** The frame of the /v2 pages. */
export const ChromeV2 = lazyScreen(() =>
  import(/* webpackChunkName: "chrome-v2" */ '../chrome-v2/chrome-v2.tsx').then((m) => m.ChromeV2),
);

const frames = { '/v2': ChromeV2 } satisfies Record<keyof typeof shellFrames, unknown>;

type Path = keyof typeof shellScreens;
const screens = {
  '/': LandingScreen,
  '/backup': BackupScreen,
  '/about/:page': StaticPageScreen,
  '/dev/composition': DevCompositionScreen,
} satisfies Record<Exclude<Path, `/about/${string}`> | '/about/:page', unknown>;

/** The shell's own screen at an address. */
export const findShellScreen = (pathname: string): LazyScreen<object> | undefined =>
  Object.entries(screens).find(([path]) => matchesPath(path, pathname))?.[1];

/** Prefetches the shell's part of a page: its own screen, or a lazy-loaded frame. */
export async function preloadShellScreen(pathname: string): Promise<void> {
  const screen = findShellScreen(pathname);
  const [, frame] = Object.entries(frames).find(([prefix]) => pathname.startsWith(`${prefix}/`)) ?? [];
  // Texts are the page's own: the code of a screen stays where many pages are rendered, and brings them to the first.
  const texts = screen === BackupScreen || screen === StaticPageScreen ? addPageTexts() : undefined;
  await Promise.all([(screen ?? frame)?.preload(), texts]).catch(() => {
    // A failed prefetch is retried when the page is shown, which then reports it.
  });
}
