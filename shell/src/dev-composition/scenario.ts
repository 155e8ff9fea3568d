import { safeSessionStorage } from '@frens/platform';

/** As in an address, and in the tab's own memory. */
const names = ['scenario', 'as'] as const;

/** What a tab has chosen: the scenario that answers its calls, and who it is. */
type MockChoice = { [Name in (typeof names)[number]]?: string };

/**
 * The choice of the address, or of an earlier page of the tab, which an empty scenario in the address ends.
 */
export function wantedMocks(): MockChoice {
  const url = new URL(location.href);
  const { searchParams } = url;
  if (searchParams.get('scenario') === '') {
    for (const name of names) {
      safeSessionStorage.remove(name);
      searchParams.delete(name);
    }
    history.replaceState(history.state, '', url);
  }
  if (searchParams.has('visitor')) searchParams.set('as', 'visitor');
  const choice: MockChoice = {};
  for (const name of names) {
    const given = searchParams.get(name);
    if (given !== null) safeSessionStorage.write(name, given);
    choice[name] = given ?? safeSessionStorage.read(name) ?? undefined;
  }
  return choice;
}

/** The address of the page in a scenario; an empty one is the way out. */
export function withScenario(scenario: string): string {
  const url = new URL(location.href);
  url.searchParams.set('scenario', scenario);
  return url.href;
}
