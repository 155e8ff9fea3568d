import { isLanguage } from '@frens/contract/languages';
import { safeLocalStorage, safeSessionStorage } from '../browser-storage.ts';
import { storeLanguage } from '../language.ts';

/** Parameters of an address, and keys of the tab's session storage. */
const names = ['scenario', 'as'] as const;

let isFirstRead = true;
const isOpenedAgain = () =>
  // Safe: only such entries are of that type.
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type !== 'navigate');

/** What this tab has done is forgotten: the server knows it by another name from now on. */
export const beginAnew = () => safeSessionStorage.remove('mock-tab');

/** Which scenario answers the calls of a tab, and who is signed in there. */
export type TabScenario = { [Name in (typeof names)[number]]?: string };

/**
 * Reads the scenario from the address, or the one that this tab stored earlier. An address that names one of both chooses both: what it leaves
 * out is as usual, and an empty scenario leads out. Entered anew, and not by a reload, it begins anew, too. Stores the language and theme of the address as a member's own.
 */
export function readTabScenario(): TabScenario {
  const url = new URL(location.href);
  const { searchParams } = url;
  if (searchParams.has('visitor')) searchParams.set('as', 'visitor');
  if (names.some((name) => searchParams.has(name))) {
    names.forEach(safeSessionStorage.remove);
    if (isFirstRead && !isOpenedAgain()) beginAnew();
  }
  isFirstRead = false;
  if (searchParams.get('scenario') === '') {
    searchParams.delete('scenario');
    history.replaceState(history.state, '', url);
  }
  const language = searchParams.get('lang');
  if (isLanguage(language)) storeLanguage(language);
  const theme = searchParams.get('theme');
  if (theme !== null) storeTheme(theme);
  const choice: TabScenario = {};
  for (const name of names) {
    const given = searchParams.get(name);
    if (given !== null) safeSessionStorage.write(name, given);
    choice[name] = given ?? safeSessionStorage.read(name) ?? undefined;
  }
  return choice;
}

/** Shows a page in a theme, and keeps it as the site does (shell/src/theme.ts). */
export function storeTheme(theme: string, { documentElement: { dataset } } = document): void {
  if (theme === 'light' || theme === 'dark') {
    dataset.theme = theme;
    safeLocalStorage.write('theme', theme);
  } else {
    delete dataset.theme;
    safeLocalStorage.remove('theme');
  }
}
