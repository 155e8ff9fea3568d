import { currentLanguage, DesignSystemProvider, useTranslation } from '@frens/platform';
import { type ReactNode, useEffect, useMemo } from 'react';

/** Gives the design system's parts the few words they say themselves. */
export function SiteWords({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  // The same object until the language changes: a new one would render every part of the page anew, and give up what was rendered ahead.
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

/** Keeps the page's own language and description in step with the chosen language. */
export function usePageLanguage(): void {
  const { t } = useTranslation('shell');
  const language = currentLanguage();
  const description = t('page.description');
  useEffect(() => {
    document.documentElement.lang = language;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [language, description]);
}
