import { brand, Link, Logo, SkipLink, useTranslation } from '@frens/platform';
import type { ReactNode } from 'react';
import { mainId } from '../routes/focus-heading.ts';
import styles from './bare-frame.module.css';
import type { ChromeProps } from './chrome-links.ts';
import { TroubleBar } from './connection-bar.tsx';
import { SiteWords, usePageLanguage } from './site-words.tsx';

/** The frame of a page without navigation, such as a step that must not be left by accident: only a link home. */
export function BareFrame({ children }: ChromeProps & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  usePageLanguage();
  return (
    <SiteWords>
      <div className={styles.root}>
        <SkipLink href={`#${mainId}`}>{t('chrome.skip')}</SkipLink>
        <TroubleBar />
        <header className={styles.header}>
          <Link to="/" className={styles.home} aria-label={t('chrome.home')}>
            <Logo name={brand.site} />
          </Link>
        </header>
        <main id={mainId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </SiteWords>
  );
}
