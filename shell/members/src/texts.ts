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

/** What parts of this package show at once. */
export const memberTexts = localesIn((language) => import(`../locales/members/${language}.json`));

/**
 * The texts of a remote, together with those that parts of this package show at once.
 *
 * @param locales the remote's own
 * @param more texts of further parts, by their namespaces
 */
export function withMemberTexts(locales: Locales, more: Record<string, Locales> = {}): Locales {
  const parts = Object.entries({ members: memberTexts, ...more });
  const load = async (language: keyof Locales) => {
    const own = locales[language]?.();
    const add = async ([namespace, texts]: [string, Locales]) =>
      i18n.addResourceBundle(language, namespace, (await texts[language]?.())?.default ?? {});
    await Promise.all(parts.map(add));
    return (await own) ?? { default: {} };
  };
  // Safe: `locales` has English, and so has what is made of it.
  return Object.fromEntries(
    (Object.keys(locales) as (keyof Locales)[]).map((language) => [language, () => load(language)]),
  ) as Locales;
}
