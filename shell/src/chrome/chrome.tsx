import { useTranslation } from '@frens/platform';
import { SkipLink } from '@frens/platform/internal';
import { memo, type ReactNode } from 'react';
import { mainId } from '../routes/focus-heading.ts';
import { AfterPage } from './after-page.tsx';
import styles from './chrome.module.css';
import type { ChromeProps } from './chrome-links.ts';
import { SiteFooter, TopBar } from './frame.ts';
import { SiteWords, usePageLanguage } from './site-words.tsx';

interface SiteFrameProps extends ChromeProps {
  /** For a page that fills the screen: no footer, and the page gets the remaining height. */
  isFocused?: boolean;
  children: ReactNode;
}

/** The frame of every page: skip link, top bar, main landmark, which gets the focus after navigation, footer. */
export function Chrome({ links, onPreload, isFocused = false, children }: SiteFrameProps) {
  const { t } = useTranslation('shell');
  usePageLanguage();
  return (
    <SiteWords>
      <div className={styles.root}>
        <SkipLink href={`#${mainId}`}>{t('chrome.skip')}</SkipLink>
        <Bar links={links} onPreload={onPreload} />
        <main id={mainId} tabIndex={-1} className={styles.main} data-focused={isFocused || undefined}>
          {children}
        </main>
        {isFocused ? null : <Footer />}
      </div>
    </SiteWords>
  );
}

const Bar = memo(function Bar(props: ChromeProps) {
  return (
    <AfterPage>
      <TopBar {...props} />
    </AfterPage>
  );
});

const Footer = memo(function Footer() {
  return (
    <AfterPage>
      <SiteFooter />
    </AfterPage>
  );
});
