import { brand, Link, Logo, NavLink, useTranslation } from '@frens/platform';
import { AccountSlot } from './account-slot.tsx';
import { Bell } from './bell.tsx';
import styles from './chrome.module.css';
import { type ChromeProps, preloadLink } from './chrome-links.ts';
import { TroubleBar } from './connection-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { useLogout } from './use-logout.ts';

/** The top bar: where one can go, the language, and the member's menu. */
export function TopBar({ links, onPreload }: ChromeProps) {
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
