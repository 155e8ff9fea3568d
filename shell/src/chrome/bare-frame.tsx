import { useTranslation } from '@frens/platform';
import { SkipLink } from '@frens/platform/internal';
import { memo, type ReactNode } from 'react';
import { mainId } from '../routes/focus-heading.ts';
import { AfterPage } from './after-page.tsx';
import styles from './bare-frame.module.css';
import type { ChromeProps } from './chrome-links.ts';
import { BareHeader } from './frame.ts';
import { SiteWords, usePageLanguage } from './site-words.tsx';

/** The frame of a page without navigation, such as a step that must not be left by accident: only a link home. */
export function BareFrame({ children }: ChromeProps & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  usePageLanguage();
  return (
    <SiteWords>
      <div className={styles.root}>
        <SkipLink href={`#${mainId}`}>{t('chrome.skip')}</SkipLink>
        <Bar />
        <main id={mainId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </SiteWords>
  );
}

const Bar = memo(function Bar() {
  return (
    <AfterPage>
      <BareHeader />
    </AfterPage>
  );
});
