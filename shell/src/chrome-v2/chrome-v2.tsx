import { brand, Link, NavLink, useTranslation } from '@frens/platform';
import { SkipLink } from '@frens/platform/internal';
import type { ReactNode } from 'react';
import { AccountSlot } from '../chrome/account-slot.tsx';
import { Bell } from '../chrome/bell.tsx';
import { type ChromeProps, preloadLink } from '../chrome/chrome-links.ts';
import { TroubleBar } from '../chrome/connection-bar.tsx';
import { LanguageSwitch } from '../chrome/language-switch.tsx';
import { MobileMenu } from '../chrome/mobile-menu.tsx';
import { SiteWords, usePageLanguage } from '../chrome/site-words.tsx';
import { ThemeSwitch } from '../chrome/theme-switch.tsx';
import { useLogout } from '../chrome/use-logout.ts';
import { aboutPath, footerColumns } from '../pages/static-pages.ts';
import { mainId } from '../routes/focus-heading.ts';
import styles from './chrome-v2.module.css';
import { OlderLogo } from './older-logo.tsx';

/** The frame of the /v2 pages, quieter and narrower, with the older brand: centred logo, slim footer. */
export function ChromeV2({ links, onPreload, children }: ChromeProps & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const logout = useLogout();
  usePageLanguage();
  return (
    <SiteWords>
      <div className={styles.root}>
        <SkipLink href={`#${mainId}`}>{t('chrome.skip')}</SkipLink>
        <TroubleBar />
        <header className={styles.header}>
          <div className={styles.top}>
            <div className={styles.wide}>
              <LanguageSwitch />
            </div>
            <div className={styles.narrow}>
              <Bell links={links} />
              <MobileMenu links={{ ...links, nav: links.older }} onPreload={onPreload} onLogout={logout} />
            </div>
            <Link to="/" className={styles.home} aria-label={t('chrome.home')}>
              <OlderLogo name={brand.site} />
            </Link>
            <div className={styles.wide}>
              <AccountSlot links={links} onPreload={onPreload} onLogout={logout} />
            </div>
          </div>
          <nav aria-label={t('chrome.mainNav')} className={styles.nav}>
            {links.nav.map(({ path, label }) => (
              <NavLink key={path} to={path} className={styles.link} {...preloadLink(onPreload, path)}>
                {label}
              </NavLink>
            ))}
          </nav>
        </header>
        <main id={mainId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <footer className={styles.footer}>
          <OlderLogo name={brand.site} />
          <nav aria-label={t('footer.label')} className={styles.footerLinks}>
            {footerColumns
              .flatMap(({ pages }) => pages)
              .map((page) => (
                <Link key={page} to={aboutPath(page)} className={styles.footerLink}>
                  {t(`footer.${page}`)}
                </Link>
              ))}
          </nav>
          <ThemeSwitch />
          <p className={styles.closing}>{t('footer.closing')}</p>
        </footer>
      </div>
    </SiteWords>
  );
}
