import { localeOf } from '@frens/contract/formats';
import { useSyncExternalStore } from 'react';
import { currentLanguage } from './i18n.ts';
import { neverChanges } from './use-is-hydrating.ts';

/**
 * The locale for numbers and dates on a prerendered page: the reader's, with their region, after hydration;
 * until then the language alone, as the renderer knows no reader. A different text during hydration would make React discard the page.
 */
export function useLocale(): string {
  const language = currentLanguage();
  return useSyncExternalStore(
    neverChanges,
    () => localeOf(language),
    () => language,
  );
}
