import type { Preview } from '@frens/compose';
import { matchesPath } from '@frens/compose';
import { isV2Path } from '@frens/contract/frames';
import { ArrowLeftIcon } from '@frens/design-system/icons';
import { Container, Link, lazyScreen, useTranslation } from '@frens/platform';
import {
  OpenedByBrowserProvider,
  PathInFrameProvider,
  useIsHydrating,
  useRoutes,
  useSuspension,
} from '@frens/platform/internal';
import { memo, type ReactNode, Suspense, useCallback } from 'react';
import { AfterPage } from '../chrome/after-page.tsx';
import { BareFrame } from '../chrome/bare-frame.tsx';
import { Chrome } from '../chrome/chrome.tsx';
import { Overlays } from '../chrome/frame.ts';
import { isLineSlow, RemoteBoundary, useRemotes } from '../composition/engine.ts';
import { addContractTexts } from '../own-texts.ts';
import { NotFoundScreen } from '../pages/not-found.screen.tsx';
import { FrameV2 } from './frame-v2.tsx';
import { isOpenedByBrowser } from './opened-by-browser.ts';
import { RemotePage } from './remote-page.tsx';
import { ShellPage } from './shell-page.tsx';
import {
  BackupScreen,
  DevCompositionScreen,
  LandingScreen,
  preloadShellScreen,
  StaticPageScreen,
} from './shell-screens.ts';
import styles from './site.module.css';
import { useArrival } from './use-arrival.ts';
import { useWayBack } from './use-back-link.ts';
import { useChromeLinks } from './use-chrome-links.ts';
import { usePageTitle } from './use-page-title.ts';
import { usePathInFrame } from './use-path-in-frame.ts';
import { useShownLocation } from './use-shown-location.ts';

/** Loaded only for suspended members. */
const SuspendedScreen = lazyScreen(async () => {
  const [{ SuspendedScreen }] = await Promise.all([
    import('../pages/suspended.screen.tsx'),
    addContractTexts(),
  ]);
  return SuspendedScreen;
});

/** Never loaded by members. */
const PreviewBar = lazyScreen(
  async () => (await import(/* webpackChunkName: "preview-bar" */ '../chrome/preview-bar.tsx')).PreviewBar,
);

/** Nor this one. */
const DevLink = lazyScreen(
  async () => (await import(/* webpackChunkName: "dev-link" */ '../dev-composition/dev-link.tsx')).DevLink,
);

/**
 * The whole site: the frame for the address and the page in it.
 *
 * @param preview the tab's preview
 * @param hasDevPages whether the server enables pages for developers
 */
export function Site({ preview, hasDevPages = false }: { preview?: Preview; hasDevPages?: boolean }) {
  const location = useShownLocation();
  const { pathname } = location;
  const remotes = useRemotes();
  const { t } = useTranslation('shell');
  usePageTitle(pathname, t('page.title'));
  useArrival(location);
  const page = remotes.find(pathname)?.page;
  const links = useChromeLinks(page?.access === 'member');
  const frame = page?.frame;
  const Frame = frame === 'bare' ? BareFrame : isV2Path(pathname) ? FrameV2 : Chrome;
  const wayBack = useWayBack(remotes);
  const preload = useCallback(
    (path: string) => {
      if (isLineSlow()) return;
      void preloadShellScreen(path);
      void remotes.preload(path);
    },
    [remotes],
  );
  const openedByBrowser = useCallback((address: string) => isOpenedByBrowser(remotes, address), [remotes]);
  // Static pages, such as the rules, stay readable.
  const isSuspended = useSuspension() !== null && !matchesPath('/about/:page', pathname);
  return (
    <OpenedByBrowserProvider value={openedByBrowser}>
      <PathInFrameProvider value={usePathInFrame(remotes, pathname)}>
        <Frame links={links} isFocused={frame === 'focused'} onPreload={preload}>
          {wayBack ? (
            <Container className={styles.wayBack}>
              <Link to={wayBack} className={styles.link}>
                <ArrowLeftIcon size={16} />
                {t('chrome.wayBack')}
              </Link>
            </Container>
          ) : null}
          {isSuspended ? (
            <ShellPage key="suspended" Screen={SuspendedScreen} />
          ) : (
            <Pages location={location} hasDevPages={hasDevPages} />
          )}
        </Frame>
        {preview ? (
          <Aside>
            <PreviewBar {...preview} />
          </Aside>
        ) : null}
        {hasDevPages ? (
          <Aside>
            <DevLink />
          </Aside>
        ) : null}
        <AboveAll />
      </PathInFrameProvider>
    </OpenedByBrowserProvider>
  );
}

const AboveAll = memo(function AboveAll() {
  return (
    <AfterPage>
      <Overlays />
    </AfterPage>
  );
});

/** Optional parts beside the page, not pre-rendered: when the code of one does not load, the page works without it. */
function Aside({ children }: { children: ReactNode }) {
  if (useIsHydrating()) return null;
  return (
    <RemoteBoundary visit={0} fallback={() => null}>
      <Suspense>{children}</Suspense>
    </RemoteBoundary>
  );
}

/** Memoized, so that a change in the chrome does not re-render the pages (docs/decisions/0005). */
const Pages = memo(function Pages({
  location,
  hasDevPages,
}: {
  location: ReturnType<typeof useShownLocation>;
  hasDevPages: boolean;
}) {
  const own = Object.entries({
    '/': LandingScreen,
    '/backup': BackupScreen,
    '/about/:page': StaticPageScreen,
    ...(hasDevPages && { '/dev/composition': DevCompositionScreen }),
  }).map(([path, Screen]) => ({ path, element: <ShellPage key={path} Screen={Screen} /> }));
  return useRoutes([...own, { path: '*', element: <RemotePage notFound={<NotFoundScreen />} /> }], location);
});
