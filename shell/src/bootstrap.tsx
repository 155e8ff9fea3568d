import '@frens/design-system/styles.css';
import '@frens/platform/part-styles';
import './chrome/frame-styles.ts';
import { findPage, listedFiles } from '@frens/compose';
import { isV2Path } from '@frens/contract/frames';
import { isLanguage } from '@frens/contract/languages';
import {
  createPlatform,
  enterPlatform,
  followOtherTabs,
  guardUnsaved,
  keepNotFound,
  onLiveComposition,
  readLanguage,
  safeSessionStorage,
  sessionQuery,
  storeLanguage,
  takeFirstFetch,
  takeSecrets,
} from '@frens/platform/internal';
import { holdFrame } from './chrome/after-page.tsx';
import { preloadFrame, preloadMenus } from './chrome/frame.ts';
import {
  askAfreshAfterFailures,
  createRemotes,
  enforceIntegrity,
  limitFiles,
  loadByFederation,
  reportUncaughtErrors,
  reportVisits,
  startMeasuringVitals,
  startPreloading,
  storePreview,
} from './composition/engine.ts';
import { reloadWhenOutdated } from './composition/reload-when-outdated.ts';
import { callSignedInHooks } from './composition/signed-in-hooks.ts';
import { guardTranslation } from './guard-translation.ts';
import { holdLateFonts, loadKeptFonts } from './late-fonts.ts';
import { isRendered, mountPage } from './mount-page.tsx';
import { addRemoteTexts, ownTexts } from './own-texts.ts';
import { fetchComposition, readPageData, readPublicData } from './page-data.ts';
import { retryPictures } from './retry-pictures.ts';
import { guardSecondPress } from './routes/double-press-guard.ts';
import { trapRouteFocus } from './routes/keep-focus.ts';
import { loadDocument } from './routes/load-document.ts';
import { preloadShellScreen } from './routes/shell-screens.ts';
import { SiteRoot } from './site-root.tsx';
import { untilShown } from './until-shown.ts';

/** How long the first page waits for its remote before the frame is shown without it. */
const patienceMs = 1_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates the page's runtime from its embedded data and renders the site. */
export async function bootstrap(): Promise<void> {
  const { brand, composition, live, preview, remoteOrigins = [], hasDevPages } = readPageData();
  // Before anything is loaded. In development there is no list, so nothing is checked.
  if (process.env.NODE_ENV === 'production') enforceIntegrity(listedFiles(composition, remoteOrigins));
  if (!globalThis.IntersectionObserver || !globalThis.ResizeObserver)
    (await import(/* webpackChunkName: "missing-observers" */ './missing-observers.ts')).provideObservers();
  if (storePreview(preview, safeSessionStorage)) return;
  const container = document.querySelector<HTMLElement>('#root');
  if (!container) throw new Error('The page has no #root.');
  // Only for developers: members never load it.
  const mocks = hasDevPages
    ? (
        await import(/* webpackChunkName: "scenario-choice" */ '@frens/platform/tab-scenario')
      ).readTabScenario()
    : null;
  // A pre-rendered page has its language; the server reads the choice from its cookie.
  const { lang, dataset } = document.documentElement;
  const rendered = dataset['language'] ?? lang;
  const hasPage = isRendered(container);
  const language = hasPage && isLanguage(rendered) ? rendered : readLanguage();
  const firstFetch = takeFirstFetch();
  const platform = createPlatform({
    brand,
    composition: live,
    // It went to the server instead of the mocks.
    firstFetch: mocks?.scenario === undefined ? firstFetch : undefined,
    language,
    onLanguage: storeLanguage,
    renderedQuery: hasPage ? container.dataset['query'] : undefined,
    // Nothing can fail before the remotes exist.
    place: () => remotes.onShow(location.pathname),
  });
  enterPlatform(platform);
  const { queryClient } = platform;
  if (!hasPage) loadKeptFonts();
  // Its data do not come from the mocks either.
  const publicData = mocks?.scenario === undefined ? readPublicData() : [];
  for (const [key, ...found] of publicData) {
    if (found.length > 0) queryClient.setQueryData(key, found[0]);
    else keepNotFound(queryClient, key);
  }
  takeSecrets(findPage(composition, location.pathname)?.page.secrets ?? []);

  if (process.env.NODE_ENV !== 'production' && mocks) {
    const { sendScenario } = await import('@frens/platform/mocks');
    sendScenario(mocks, composition);
  } else if (mocks?.scenario !== undefined) {
    const { answerByScenario } = await import(/* webpackChunkName: "scenario" */ '@frens/platform/scenario');
    answerByScenario(mocks, composition);
  }

  // In a preview a failure must be visible, so there is no fallback.
  const visits = live === undefined || preview ? undefined : reportVisits();
  visits?.loaded(`shell@${composition.host.version}`);
  if (visits) reportUncaughtErrors(visits, (name, file) => remotes.versionWith(name, file));
  // Requested under its latest address.
  limitFiles();
  askAfreshAfterFailures();
  const texts = platform.texts.start(ownTexts);
  const remotes = createRemotes({
    composition,
    load: loadByFederation(composition),
    async addTexts(namespace, locales) {
      // The language is not known before.
      await texts;
      await addRemoteTexts(namespace, locales);
    },
    fetchComposition: () => fetchComposition(preview),
    loadDocument: () => void loadDocument(),
    remoteOrigins,
    id: live,
    visits,
  });
  // Everything that the address needs, in parallel: the chrome's texts, the remote, its texts, the screen.
  const screen = preloadShellScreen(location.pathname);
  const arrival = Promise.all([remotes.preload(location.pathname), screen]);
  const frame = hasPage ? null : preloadFrame();
  const session = queryClient.prefetchQuery(sessionQuery);
  followOtherTabs();
  onLiveComposition(remotes.hear);
  reloadWhenOutdated(loadDocument);
  retryPictures();
  guardTranslation();
  // Registered first, so that it sees presses before other listeners.
  guardSecondPress();
  trapRouteFocus();
  guardUnsaved();
  await texts;
  // Painting the frame alone costs a paint, and React delays what follows by 300 ms.
  // A translated page stays readable meanwhile.
  const patience = container.hasChildNodes() ? [] : [wait(patienceMs)];
  if (!isRendered(container)) {
    await Promise.all([Promise.race([arrival, ...patience]), frame]);
    holdLateFonts();
  } else if (isV2Path(location.pathname)) {
    // The frame is around the page: had its code not come when the session is known, React would replace both.
    await screen;
  }
  const shown = untilShown(arrival, () => queryClient.isFetching() > 0);
  if (isRendered(container)) holdFrame(shown, preloadFrame);

  mountPage(
    container,
    (isArriving) => (
      <SiteRoot
        queryClient={queryClient}
        remotes={remotes}
        useTransitions={isArriving}
        preview={preview}
        hasDevPages={hasDevPages}
      />
    ),
    shown,
  );
  // Not before the page is hydrated, for which its data must be those that it was rendered with.
  void Promise.allSettled([session, arrival])
    .then(() => untilShown(arrival, () => false))
    .then(() => {
      // A page from the back/forward cache may predate a sign-in or a change of visibility.
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const isKept = navigation?.type === 'back_forward' || navigation?.transferSize === 0;
      if (!isKept && !queryClient.getQueryData(sessionQuery.queryKey)) return;
      for (const [queryKey] of publicData) {
        // What the page does not fetch under this key (`useRendered`) is dropped. All is shown until the answer.
        void queryClient.resetQueries({ queryKey, predicate: (query) => query.isDisabled() });
        void queryClient.invalidateQueries({ queryKey });
      }
    });
  const onShow = () => remotes.onShow(location.pathname).replace(' ', '@');
  // The page itself first: its pre-rendered heading says nothing about its code and data.
  void shown.then(() => {
    callSignedInHooks(remotes, queryClient);
    // The browser has buffered its measurements until here. Registered first, so that it reports before the page is left.
    if (visits)
      void startMeasuringVitals(onShow, visits.measured).then(() =>
        addEventListener('pagehide', () => visits.measured([]), true),
      );
    void startPreloading(remotes, [preloadMenus]);
  });
}
