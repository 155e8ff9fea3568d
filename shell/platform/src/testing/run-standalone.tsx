import '@frens/design-system/styles.css';
import type { RemotePath, ServedPages } from '@frens/compose';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { safeLocalStorage } from '../browser-storage.ts';
import { texts } from '../current-platform.ts';
import { readLanguage } from '../language.ts';
import type { RemoteModule } from '../remote-module.ts';
import { SiteRouter } from '../site-router.tsx';
import { RemotePage } from './remote-page.tsx';
import { sendScenario } from './send-scenario.ts';
import { readTabScenario, storeTheme } from './tab-scenario.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';
import { watchCalls } from './watch-calls.ts';

/**
 * Runs a remote alone in the browser, on mocked answers or on those of a site: in the frame of a panel that chooses its page, scenario, who is
 * signed in, language, theme and width. What is chosen stands in the address, as in `?scenario=empty&as=visitor&width=375`.
 */
export function runStandalone(remote: RemoteModule): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  void start(remote, root);
}

async function start(remote: RemoteModule, root: Element): Promise<void> {
  const choice = readTabScenario();
  storeTheme(safeLocalStorage.read('theme') ?? 'system');
  try {
    if (process.env.AGAINST) globalThis.fetch = watchCalls(globalThis.fetch);
    else sendScenario(choice, servedBy(remote));
  } catch (error) {
    // The page says which there are.
    if (error instanceof RangeError) return;
    throw error;
  }
  openTestPlatform({ language: readLanguage() });
  await startTestTexts();
  await texts.add(remote.name, remote.locales);
  createRoot(root, { onCaughtError: reportError }).render(
    <StrictMode>
      <SiteRouter>
        <RemotePage remote={remote} />
      </SiteRouter>
    </StrictMode>,
  );
}

/** As a composition would name it, of this remote alone. */
function servedBy({ name, routes }: RemoteModule): ServedPages {
  const paths = routes.map(
    ({ path }): RemotePath => ({ path, access: 'public', frame: 'full', secrets: [] }),
  );
  return { apps: { [name]: { versions: [{ descriptor: { paths } }] } } };
}
