import { handlersFor, readScenario, type ScenarioName } from '@frens/contract/mocks';
import { setupWorker } from 'msw/browser';

const storageKey = 'scenario';

/**
 * Lets the browser itself answer every call, in the scenario that the address names (`?scenario=empty`) and then for the tab;
 * `?visitor` starts signed out. A scenario that does not exist is said on the page, with those that do.
 */
export async function startMocks(): Promise<void> {
  const address = new URLSearchParams(location.search);
  const scenario = knownScenario(address.get(storageKey) ?? sessionStorage.getItem(storageKey));
  sessionStorage.setItem(storageKey, scenario);
  const signedIn = !address.has('visitor');
  await setupWorker(...handlersFor(scenario, { signedIn })).start({
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
}

function knownScenario(asked: string | null): ScenarioName {
  try {
    return readScenario(asked);
  } catch (error) {
    if (error instanceof RangeError) document.body.textContent = error.message;
    throw error;
  }
}
