import { memberPicture } from '@frens/contract/picture-files';
import { LogOutIcon } from '@frens/design-system/icons';
import { Sheet } from '@frens/design-system/sheet';
import { Avatar, Button, brand, Link, NavLink, UserText, useSession, useTranslation } from '@frens/platform';
import { useSuspension } from '@frens/platform/internal';
import { type ChromeLinks, type ChromeProps, isLast } from './chrome-links.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { memberName } from './member-name.ts';
import styles from './mobile-menu.module.css';
import { ThemeSwitch } from './theme-switch.tsx';
import { useBalance } from './use-balance.ts';

interface MobileSheetProps extends Pick<ChromeProps, 'links'> {
  onClose: () => void;
  onLogout: () => void;
}

/** The sheet with the links of the top bar, the account and the switches. */
export function MobileSheet({ links, onClose, onLogout }: MobileSheetProps) {
  const { t } = useTranslation('shell');
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={brand.site}
      footer={(close) => (
        <div className={styles.foot}>
          <Logout onLogout={onLogout} close={close} />
          <div className={styles.switches}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      )}
    >
      {(close) => (
        <>
          <nav aria-label={t('chrome.mainNav')} className={styles.links}>
            {links.nav.map(({ path, label }) => (
              <NavLink key={path} to={path} className={styles.link} onClick={close}>
                {label}
              </NavLink>
            ))}
          </nav>
          <Account links={links} close={close} />
        </>
      )}
    </Sheet>
  );
}

/** Sign-out, always visible below the links. */
function Logout({ onLogout, close }: { onLogout: () => void; close: () => void }) {
  const { t } = useTranslation('shell');
  const { status } = useSession();
  const isSuspended = useSuspension() !== null;
  if (status !== 'signed-in' && !isSuspended) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<LogOutIcon />}
      className={styles.logout}
      onClick={() => {
        close();
        onLogout();
      }}
    >
      {t('chrome.logout')}
    </Button>
  );
}

function Account({ links, close }: { links: ChromeLinks; close: () => void }) {
  const { status, user } = useSession();
  const isSuspended = useSuspension() !== null;
  const balance = useBalance();
  if (status === 'loading' || status === 'failed' || isSuspended) return null;
  if (status === 'signed-out')
    return (
      <div className={styles.account}>
        {links.visitor.map(({ path, label }, index) => (
          <Button
            key={path}
            asChild
            variant={isLast(index, links.visitor) ? 'primary' : 'secondary'}
            fullWidth
          >
            <Link to={path} onClick={close}>
              {label}
            </Link>
          </Button>
        ))}
      </div>
    );
  const name = memberName(user);
  return (
    <div className={styles.account}>
      <div className={styles.who}>
        <Avatar name={name} {...memberPicture(user)} size="sm" decorative />
        <p className={styles.name}>
          <UserText>{name}</UserText>
        </p>
      </div>
      {links.member.map(({ path, label, shows }) => (
        <NavLink key={path} to={path} className={styles.link} onClick={close}>
          {shows === 'balance' ? balance : label}
        </NavLink>
      ))}
    </div>
  );
}
