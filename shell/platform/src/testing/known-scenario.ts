import { readScenario, type ScenarioName } from '@frens/contract/mocks';

/**
 * Reads the name of a scenario; one that does not exist is said on the page, with those that do.
 *
 * @throws RangeError when there is none of this name
 */
export function knownScenario(asked: string | undefined): ScenarioName {
  try {
    return readScenario(asked ?? null);
  } catch (error) {
    if (error instanceof RangeError) document.body.textContent = error.message;
    throw error;
  }
}
