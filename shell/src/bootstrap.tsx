import '@frens/design-system/styles.css';
import { findPage } from '@frens/contract/composed-pages';
import {
  addTexts,
  followOtherTabs,
  guardUnsaved,
  QueryClientProvider,
  queryClient,
  SiteRouter,
  sessionQuery,
  setBrand,
  startI18n,
  takeSecrets,
} from '@frens/platform/internal';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemberMenu } from './chrome/account-slot.tsx';
import { MobileSheet } from './chrome/mobile-menu.tsx';
import { federationLoader } from './composition/federation-loader.ts';
import { askAfreshAfterFailures } from './composition/fresh-addresses.ts';
import { preloadWhenIdle } from './composition/preload-when-idle.ts';
import { createRemotes } from './composition/remotes.ts';
import { RemotesProvider } from './composition/remotes-context.tsx';
import { callSignedInHooks } from './composition/signed-in-hooks.ts';
import { ownTexts } from './own-texts.ts';
import { fetchComposition, readPageData } from './page-data.ts';
import { keepFocus } from './routes/keep-focus.ts';
import { ChromeV2, preloadShellScreen } from './routes/shell-screens.ts';
import { Site } from './routes/site.tsx';

/** Builds the page's runtime from the data it came with, and renders. */
export async function bootstrap(): Promise<void> {
  const { brand, composition } = readPageData();
  setBrand(brand);
  takeSecrets(findPage(composition, location.pathname)?.page.secrets ?? []);

  if (process.env.MOCK_MODE) {
    const { startMocks } = await import('@frens/platform/mocks');
    await startMocks();
  }

  askAfreshAfterFailures();
  const texts = startI18n(ownTexts);
  const remotes = createRemotes({
    composition,
    load: federationLoader,
    async addTexts(namespace, locales) {
      // Before them it is not known which language.
      await texts;
      await addTexts(namespace, locales);
    },
    fetchComposition,
  });
  // All that the address needs at once: the chrome's texts, the remote, its texts, the screen.
  void remotes.preload(location.pathname);
  void preloadShellScreen(location.pathname);
  void queryClient.prefetchQuery(sessionQuery);
  followOtherTabs();
  keepFocus();
  guardUnsaved();
  callSignedInHooks(remotes, queryClient);
  await texts;

  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RemotesProvider value={remotes}>
          <SiteRouter>
            <Site />
          </SiteRouter>
        </RemotesProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  preloadWhenIdle(remotes, [MobileSheet.preload, MemberMenu.preload, ChromeV2.preload]);
}
