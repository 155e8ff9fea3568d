import { completeLanguageOf } from '@frens/contract/languages';
import { currentLanguage, useTranslation } from '@frens/platform';
import { DesignSystemProvider } from '@frens/platform/internal';
import { type ReactNode, useEffect, useMemo } from 'react';

/** Provides the labels of the design system's components. */
export function SiteWords({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  // Stable until the language changes: a new object would re-render the whole page and discard pre-rendered HTML.
  const labels = useMemo(
    () => ({
      close: t('labels.close'),
      clear: t('labels.clear'),
      copy: t('labels.copy'),
      copied: t('labels.copied'),
      copyRefused: t('labels.copyRefused'),
      loading: t('labels.loading'),
      showPassword: t('labels.showPassword'),
      hidePassword: t('labels.hidePassword'),
      filters: t('labels.filters'),
      online: t('labels.online'),
      showMore: t('labels.showMore'),
      showLess: t('labels.showLess'),
      charactersLeft: (count: number) => t('labels.charactersLeft', { count }),
      charactersOver: (count: number) => t('labels.charactersOver', { count }),
    }),
    [t],
  );
  return <DesignSystemProvider labels={labels}>{children}</DesignSystemProvider>;
}

/** Keeps the document's language and description in sync with the chosen language. */
export function usePageLanguage(): void {
  const { t } = useTranslation('shell');
  const language = currentLanguage();
  const description = t('page.description');
  useEffect(() => {
    document.documentElement.lang = completeLanguageOf(language);
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [language, description]);
}
