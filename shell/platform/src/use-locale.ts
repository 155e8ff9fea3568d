import { localeOf } from '@frens/contract/formats';
import { useSyncExternalStore } from 'react';
import { currentLanguage } from './i18n.ts';
import { neverChanges } from './use-is-hydrating.ts';

/**
 * The locale to write numbers and dates in on a page that is rendered ahead: the reader's, with their country, as soon as the page is hydrated;
 * until then the language alone, as rendering knows no reader. Another text while hydrating would make React discard the page.
 */
export function useLocale(): string {
  const language = currentLanguage();
  return useSyncExternalStore(
    neverChanges,
    () => localeOf(language),
    () => language,
  );
}
