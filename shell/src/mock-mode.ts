import { handlersFor, isScenarioName } from '@frens/contract/mocks';
import { setupWorker } from 'msw/browser';

const storageKey = 'scenario';

/**
 * QA mode: the browser itself answers every call, in the scenario named by `?scenario=` in the address (typical, empty or failing).
 * The choice holds for the tab. `?visitor` starts signed out. Only in builds made for it; a production build does not contain this module.
 */
export async function startMockMode(): Promise<void> {
  const asked = new URLSearchParams(location.search).get(storageKey);
  const scenario = asked ?? sessionStorage.getItem(storageKey) ?? 'typical';
  if (!isScenarioName(scenario)) throw new Error(`There is no scenario "${scenario}".`);
  sessionStorage.setItem(storageKey, scenario);
  const signedIn = !new URLSearchParams(location.search).has('visitor');
  await setupWorker(...handlersFor(scenario, { signedIn })).start({
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
}
