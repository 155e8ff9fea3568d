import type { SelfUser } from '@frens/contract';
import { ChevronDownIcon, LogOutIcon, ShieldIcon, UserIcon } from '@frens/design-system/icons';
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
import type { AccountPaths } from './account-paths.ts';
import styles from './account-slot.module.css';
import { memberName, memberPicture } from './member-name.ts';
import { type Preload, preloadOn } from './preload-on.ts';

interface AccountSlotProps {
  paths: AccountPaths;
  onPreload: Preload;
  onLogout: () => void;
}

/** The end of the top bar: Login and Register, or the member's menu. As wide in every state, so nothing moves when the session is known. */
export function AccountSlot(props: AccountSlotProps) {
  const session = useSession();
  return (
    <div className={styles.root}>
      {session.status === 'loading' ? (
        <Skeleton shape="block" className={styles.placeholder} />
      ) : session.status === 'signed-out' ? (
        <SignIn {...props} />
      ) : (
        <MemberMenu {...props} user={session.user} />
      )}
    </div>
  );
}

function SignIn({ paths, onPreload }: AccountSlotProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <Button asChild variant="ghost">
        <Link to={paths.login} {...preloadOn(onPreload, paths.login)}>
          {t('chrome.login')}
        </Link>
      </Button>
      <Button asChild>
        <Link to={paths.register} {...preloadOn(onPreload, paths.login)}>
          {t('chrome.register')}
        </Link>
      </Button>
    </>
  );
}

function MemberMenu({ paths, onPreload, onLogout, user }: AccountSlotProps & { user: SelfUser }) {
  const { t } = useTranslation('shell');
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
      <MenuItem asChild icon={<UserIcon />}>
        <Link to={paths.profile} {...preloadOn(onPreload, paths.profile)}>
          {t('chrome.profile')}
        </Link>
      </MenuItem>
      <MenuItem asChild icon={<ShieldIcon />}>
        <Link to={paths.privacySettings} {...preloadOn(onPreload, paths.privacySettings)}>
          {t('chrome.privacySettings')}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={onLogout}>
        {t('chrome.logout')}
      </MenuItem>
    </DropdownMenu>
  );
}
