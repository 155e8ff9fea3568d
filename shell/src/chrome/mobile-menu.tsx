import { MenuIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Button,
  brand,
  IconButton,
  Link,
  NavLink,
  Sheet,
  useSession,
  useTranslation,
} from '@frens/platform';
import type { AccountPaths } from './account-paths.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { memberName, memberPicture } from './member-name.ts';
import styles from './mobile-menu.module.css';
import type { ChromeProps } from './preload-on.ts';

interface MobileMenuProps extends ChromeProps {
  paths: AccountPaths;
  onLogout: () => void;
}

/** The links of the top bar again, for narrow screens. */
export function MobileMenu({ nav, paths, onPreload, onLogout }: MobileMenuProps) {
  const { t } = useTranslation('shell');
  return (
    <Sheet
      title={brand.site}
      trigger={
        <IconButton label={t('chrome.menu')} onPointerEnter={() => onPreload(paths.login)}>
          <MenuIcon />
        </IconButton>
      }
      footer={
        <div>
          <LanguageSwitch />
        </div>
      }
    >
      {(close) => (
        <>
          <nav aria-label={t('chrome.mainNav')} className={styles.links}>
            {nav.map(({ path, label }) => (
              <NavLink key={path} to={path} className={styles.link} onClick={close}>
                {t(label)}
              </NavLink>
            ))}
          </nav>
          <Account paths={paths} onLogout={onLogout} close={close} />
        </>
      )}
    </Sheet>
  );
}

interface AccountProps {
  paths: AccountPaths;
  onLogout: () => void;
  close: () => void;
}

function Account({ paths, onLogout, close }: AccountProps) {
  const { t } = useTranslation('shell');
  const { status, user } = useSession();
  if (status === 'loading') return null;
  if (status === 'signed-out') {
    return (
      <div className={styles.account}>
        <Button asChild variant="secondary" fullWidth>
          <Link to={paths.login} onClick={close}>
            {t('chrome.login')}
          </Link>
        </Button>
        <Button asChild fullWidth>
          <Link to={paths.register} onClick={close}>
            {t('chrome.register')}
          </Link>
        </Button>
      </div>
    );
  }
  const name = memberName(user);
  return (
    <div className={styles.account}>
      <p className={styles.member}>
        <Avatar name={name} src={memberPicture(user)} size="sm" decorative />
        {name}
      </p>
      <NavLink to={paths.profile} className={styles.link} onClick={close}>
        {t('chrome.profile')}
      </NavLink>
      <NavLink to={paths.privacySettings} className={styles.link} onClick={close}>
        {t('chrome.privacySettings')}
      </NavLink>
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          close();
          onLogout();
        }}
      >
        {t('chrome.logout')}
      </button>
    </div>
  );
}
