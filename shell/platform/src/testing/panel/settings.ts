import { languages } from '@frens/contract/languages';
import { mockMembers } from '@frens/contract/mocks';
import { safeLocalStorage } from '../../browser-storage.ts';
import { readLanguage } from '../../language.ts';
import { readTabScenario } from '../tab-scenario.ts';

/** What the panel offers beside a scenario, by the name that it has in the address; the first of each is the usual. */
export const offered = {
  as: mockMembers,
  lang: languages,
  theme: ['system', 'light', 'dark'],
  width: ['full', '320', '375', '768', '1024', '1280'],
} as const;

/** The name of a choice in the address. */
export type Setting = 'scenario' | keyof typeof offered;
export type Settings = Record<Setting, string>;

const settingNames: readonly Setting[] = ['scenario', 'as', 'lang', 'theme', 'width'];

/** What this tab shows: its own address and what it has chosen before. */
export function readSettings(): Settings {
  const width = new URLSearchParams(location.search).get('width') ?? offered.width[0];
  const { scenario = '', as = offered.as[0] } = readTabScenario();
  return {
    scenario,
    as,
    lang: readLanguage(),
    theme: safeLocalStorage.read('theme') ?? offered.theme[0],
    width,
  };
}

/** The path of a page without what the panel chooses. */
export function pageOf(address: string): string {
  const { pathname, searchParams, hash } = new URL(address, location.origin);
  for (const name of [...settingNames, 'visitor']) searchParams.delete(name);
  return withQuery(pathname, searchParams) + hash;
}

/**
 * The address that shows a page in the same state again.
 *
 * @param isLink whether it leads out of what another tab has chosen, too
 */
export function addressOf(page: string, settings: Settings, isLink = false): string {
  const { pathname, searchParams, hash } = new URL(page, location.origin);
  for (const name of settingNames) {
    const isUsual = name === 'scenario' ? settings[name] === '' : settings[name] === offered[name][0];
    // A browser may speak another language by itself.
    if (!isUsual || name === 'lang' || (isLink && name === 'scenario'))
      searchParams.set(name, settings[name]);
  }
  return withQuery(pathname, searchParams) + hash;
}

/** Calls stay readable in an address: `POST+/api/circles/:id/join=429`. */
function withQuery(pathname: string, params: URLSearchParams): string {
  const readable = { '%2F': '/', '%3A': ':', '%2C': ',', '%3D': '=' };
  // Safe: the pattern finds these alone.
  const search = String(params).replaceAll(
    /%(?:2F|3A|2C|3D)/g,
    (code) => readable[code as keyof typeof readable],
  );
  return search ? `${pathname}?${search}` : pathname;
}
