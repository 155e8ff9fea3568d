import { i18n, type Locales, localesIn } from '@frens/platform';
import type members from '../locales/members/en.json';
import type notifications from '../locales/notifications/en.json';
import type safety from '../locales/safety/en.json';

declare global {
  interface SiteTexts {
    members: typeof members;
    notifications: typeof notifications;
    safety: typeof safety;
  }
}

/** The texts that this package needs at once. */
export const memberTexts = localesIn((language) => import(`../locales/members/${language}.json`));

/**
 * Adds the texts of this package to those of a remote.
 *
 * @param locales the remote's own
 * @param more further texts by namespace
 */
export function withMemberTexts(locales: Locales, more: Record<string, Locales> = {}): Locales {
  const parts = Object.entries({ members: memberTexts, ...more });
  const load = async (language: keyof Locales) => {
    const add = async ([namespace, texts]: [string, Locales]) =>
      i18n.addResourceBundle(language, namespace, (await texts[language]?.())?.default ?? {});
    // Together: one that fails while another is awaited would be an uncaught error.
    const [own] = await Promise.all([locales[language]?.(), ...parts.map(add)]);
    return own ?? { default: {} };
  };
  // Safe: `locales` contains English, and so does the result.
  return Object.fromEntries(
    (Object.keys(locales) as (keyof Locales)[]).map((language) => [language, () => load(language)]),
  ) as Locales;
}
