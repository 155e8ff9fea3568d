import { handlersFor } from '@frens/contract/mocks';
import { setupWorker } from 'msw/browser';
import { knownScenario } from './known-scenario.ts';

const storageKey = 'scenario';

/** Which answers a page gets. */
export interface MockChoice {
  scenario: string | null;
  signedIn: boolean;
}

/**
 * Lets the browser itself answer every call, in the scenario that the address names (`?scenario=empty`) and then for the tab;
 * `?visitor` starts signed out. A scenario that does not exist is said on the page, with those that do.
 */
export async function startMocks(choice: MockChoice = chosenByAddress()): Promise<void> {
  const scenario = knownScenario(choice.scenario);
  sessionStorage.setItem(storageKey, scenario);
  await setupWorker(...handlersFor(scenario, { signedIn: choice.signedIn })).start({
    onUnhandledRequest: 'bypass',
    quiet: true,
  });
}

function chosenByAddress(): MockChoice {
  const address = new URLSearchParams(location.search);
  const scenario = address.get(storageKey) ?? sessionStorage.getItem(storageKey);
  return { scenario, signedIn: !address.has('visitor') };
}
