import { safeSessionStorage } from '@frens/platform';

/** As in an address, and in the tab's own memory; the same as in the mock mode. */
const parameter = 'scenario';

/**
 * The scenario by which this tab answers its calls itself: of the address, or of an earlier page of the tab, which an empty one in the address ends.
 *
 * @returns null: the server answers
 */
export function wantedScenario(): string | null {
  const url = new URL(location.href);
  const given = url.searchParams.get(parameter);
  if (given === '') {
    safeSessionStorage.remove(parameter);
    url.searchParams.delete(parameter);
    history.replaceState(history.state, '', url);
    return null;
  }
  if (given !== null) safeSessionStorage.write(parameter, given);
  return given ?? safeSessionStorage.read(parameter);
}

/** The address of the page in a scenario; an empty one is the way out. */
export function withScenario(scenario: string): string {
  const url = new URL(location.href);
  url.searchParams.set(parameter, scenario);
  return url.href;
}
