import { brand, Link, Logo, NavLink, SkipLink, useTranslation } from '@frens/platform';
import { memo, type ReactNode } from 'react';
import { mainId } from '../routes/focus-heading.ts';
import { AccountSlot } from './account-slot.tsx';
import { AfterPage } from './after-page.tsx';
import { Bell } from './bell.tsx';
import styles from './chrome.module.css';
import { type ChromeProps, preloadLink } from './chrome-links.ts';
import { TroubleBar } from './connection-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteWords, usePageLanguage } from './site-words.tsx';
import { useLogout } from './use-logout.ts';

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
        <TopBar links={links} onPreload={onPreload} />
        <main id={mainId} tabIndex={-1} className={styles.main} data-focused={isFocused || undefined}>
          {children}
        </main>
        {isFocused ? null : <Footer />}
      </div>
    </SiteWords>
  );
}

const TopBar = memo(function TopBar(props: ChromeProps) {
  return (
    <AfterPage>
      <Bar {...props} />
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

function Bar({ links, onPreload }: ChromeProps) {
  const { t } = useTranslation('shell');
  const logout = useLogout();
  return (
    <header className={styles.bar}>
      <TroubleBar />
      <div className={styles.inner}>
        <Link to="/" className={styles.home} aria-label={t('chrome.home')}>
          <Logo name={brand.site} />
        </Link>
        <nav aria-label={t('chrome.mainNav')} className={styles.nav}>
          {links.nav.map(({ path, label }) => (
            <NavLink key={path} to={path} className={styles.link} {...preloadLink(onPreload, path)}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.wide}>
          <LanguageSwitch />
          <AccountSlot links={links} onPreload={onPreload} onLogout={logout} />
        </div>
        <div className={styles.narrow}>
          <Bell links={links} />
          <MobileMenu links={links} onPreload={onPreload} onLogout={logout} />
        </div>
      </div>
    </header>
  );
}
