import '@frens/design-system/styles.css';
import { isLanguage, languages } from '@frens/contract/languages';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useLocation } from 'react-router-dom';
import { i18n, texts } from '../current-platform.ts';
import type { RemoteModule } from '../remote-module.ts';
import { SiteRouter } from '../site-router.tsx';
import { AloneBar, chosen, moved } from './alone/alone-bar.tsx';
import { readChoices } from './alone/choices.ts';
import { askMocks } from './ask-mocks.ts';
import { RemotePage } from './remote-page.tsx';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

/**
 * Runs a remote alone in the browser, on mocked answers or on those of a site: in a frame, below a bar that chooses its page, scenario, who is signed in, language,
 * theme and width. What is chosen stands in the address, as in `?scenario=empty&as=visitor&width=375`.
 */
export function runStandalone(remote: RemoteModule): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  if (parent === self) {
    createRoot(root).render(
      <StrictMode>
        <AloneBar remote={remote} />
      </StrictMode>,
    );
  } else void start(remote, root);
}

/** What the bar says now. */
const choices = () => readChoices(parent.location.search);

function applyTheme(): void {
  const { theme } = choices();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function chosenLanguage() {
  const { language } = choices();
  return isLanguage(language) ? language : languages[0];
}

async function start(remote: RemoteModule, root: Element): Promise<void> {
  applyTheme();
  const { scenario, as } = choices();
  try {
    if (!process.env.AGAINST) askMocks({ scenario, as });
  } catch (error) {
    // The page says which there are.
    if (error instanceof RangeError) return;
    throw error;
  }
  // The address alone holds the language.
  openTestPlatform({ language: chosenLanguage(), onLanguage: () => {} });
  await startTestTexts();
  await texts.add(remote.name, remote.locales);
  addEventListener(chosen, () => {
    applyTheme();
    void i18n.changeLanguage(chosenLanguage());
  });
  createRoot(root, { onCaughtError: reportError }).render(
    <StrictMode>
      <SiteRouter>
        <TellPlace />
        <RemotePage remote={remote} />
      </SiteRouter>
    </StrictMode>,
  );
}

/** Tells the bar where links have led. */
function TellPlace() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    parent.dispatchEvent(new CustomEvent(moved, { detail: pathname + search }));
  }, [pathname, search]);
  return null;
}
