import { isLanguage } from '@frens/contract/languages';
import { safeLocalStorage, safeSessionStorage } from '../browser-storage.ts';
import { storeLanguage } from '../language.ts';

/** As in an address, and in the tab's own memory. */
const names = ['scenario', 'as'] as const;

/** What a tab has chosen: the scenario that answers its calls, and who it is. */
export type WantedMocks = { [Name in (typeof names)[number]]?: string };

/**
 * The choice of the address, or of an earlier page of the tab, which an empty scenario in the address ends. Language and theme of an address are
 * kept as a member's own choice is.
 */
export function wantedMocks(): WantedMocks {
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
  const language = searchParams.get('lang');
  if (isLanguage(language)) storeLanguage(language);
  const theme = searchParams.get('theme');
  if (theme !== null) storeTheme(theme);
  const choice: WantedMocks = {};
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
