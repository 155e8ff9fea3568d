import type { SelfUser } from '@frens/contract';
import { CheckIcon, ChevronDownIcon, LogOutIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Button,
  DropdownMenu,
  Link,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  Skeleton,
  useSession,
  useTranslation,
} from '@frens/platform';
import { themes, useTheme } from '../theme.ts';
import styles from './account-slot.module.css';
import { type ChromeProps, isLast, preloadOn } from './chrome-links.ts';
import { memberName, memberPicture } from './member-name.ts';
import { MenuIcon } from './menu-icon.tsx';

interface AccountSlotProps extends ChromeProps {
  onLogout: () => void;
}

/** The end of the top bar: the visitor's links, or the member's menu. As wide in every state, so nothing moves when the session is known. */
export function AccountSlot(props: AccountSlotProps) {
  const session = useSession();
  return (
    <div className={styles.root}>
      {session.status === 'loading' ? (
        <Skeleton shape="block" className={styles.placeholder} />
      ) : session.status === 'failed' ? null : session.status === 'signed-out' ? (
        <SignIn {...props} />
      ) : (
        <MemberMenu {...props} user={session.user} />
      )}
    </div>
  );
}

function SignIn({ links, onPreload }: AccountSlotProps) {
  return links.visitor.map(({ path, label }, index) => (
    <Button key={path} asChild variant={isLast(index, links.visitor) ? 'primary' : 'ghost'}>
      <Link to={path} {...preloadOn(onPreload, path)}>
        {label}
      </Link>
    </Button>
  ));
}

function MemberMenu({ links, onPreload, onLogout, user }: AccountSlotProps & { user: SelfUser }) {
  const { t } = useTranslation('shell');
  const { theme: chosen, choose } = useTheme();
  const name = memberName(user);
  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button variant="ghost" className={styles.trigger} aria-label={t('chrome.userMenu', { name })}>
          <Avatar name={name} src={memberPicture(user)} size="sm" decorative />
          <span className={styles.name}>{name}</span>
          <ChevronDownIcon />
        </Button>
      }
    >
      <MenuLabel>{name}</MenuLabel>
      {links.member.map(({ path, label, icon }) => (
        <MenuItem key={path} asChild icon={<MenuIcon name={icon} />}>
          <Link to={path} {...preloadOn(onPreload, path)}>
            {label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      {themes.map((theme) => (
        <MenuItem
          key={theme}
          role="menuitemradio"
          aria-checked={theme === chosen}
          icon={theme === chosen ? <CheckIcon /> : <span className={styles.noIcon} />}
          onSelect={() => choose(theme)}
        >
          {t(`theme.menu.${theme}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={onLogout}>
        {t('chrome.logout')}
      </MenuItem>
    </DropdownMenu>
  );
}
