import '@frens/design-system/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from 'react-router-dom';
import { i18n, texts } from '../current-platform.ts';
import { readLanguage } from '../language.ts';
import { languages, type RemoteModule } from '../remote-module.ts';
import { SiteRouter } from '../site-router.tsx';
import { RemotePage } from './remote-page.tsx';
import { startMocks } from './start-mocks.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

/**
 * Runs a remote alone in the browser on mocked answers, with a bar that leads to each of its pages and languages.
 * `?scenario=` in the address chooses the answers, `?visitor` starts signed out.
 */
export function runStandalone(remote: RemoteModule): void {
  void start(remote);
}

async function start(remote: RemoteModule): Promise<void> {
  await startMocks();
  openTestPlatform({ language: readLanguage() });
  await startTestTexts();
  await texts.add(remote.name, remote.locales);

  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root, { onCaughtError: reportError }).render(
    <StrictMode>
      <SiteRouter>
        <nav>
          {remote.routes.map(({ path }) => (
            <Link key={path} to={path}>
              {path}{' '}
            </Link>
          ))}
          {languages.map((language) => (
            <button key={language} type="button" onClick={() => void i18n.changeLanguage(language)}>
              {language}
            </button>
          ))}
        </nav>
        <RemotePage remote={remote} />
      </SiteRouter>
    </StrictMode>,
  );
}
