import type { SelfUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { ChevronDownIcon, LogOutIcon } from '@frens/design-system/icons';
import { MenuTrigger } from '@frens/design-system/menu-trigger';
import {
  Avatar,
  Button,
  Link,
  lazyScreen,
  Skeleton,
  UserText,
  useSession,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { useSuspension } from '@frens/platform/internal';
import { useState } from 'react';
import { ByReader } from '../by-reader.tsx';
import styles from './account-slot.module.css';
import { Bell } from './bell.tsx';
import { type ChromeProps, isLast, preloadLink, preloadOn } from './chrome-links.ts';
import { LatePart } from './lazy-part.tsx';
import { memberName } from './member-name.ts';

/** The menu that the member's name opens. */
export const MemberMenu = lazyScreen(() =>
  import(/* webpackChunkName: "member-menu" */ './member-menu.tsx').then((m) => m.MemberMenu),
);

interface AccountSlotProps extends ChromeProps {
  onLogout: () => void;
}

/** The end of the top bar: a visitor's links, a member's menu, or the sign-out of a suspended member. It keeps its width, so the session's arrival causes no layout shift. */
export function AccountSlot(props: AccountSlotProps) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const isSuspended = useSuspension() !== null;
  return (
    <div className={styles.root}>
      {session.status === 'failed' ? null : isSuspended ? (
        <Button variant="ghost" icon={<LogOutIcon />} onClick={props.onLogout}>
          {t('chrome.logout')}
        </Button>
      ) : (
        <ByReader
          visitor={<SignIn {...props} />}
          member={
            session.user ? (
              <>
                <Bell links={props.links} />
                <Account {...props} user={session.user} />
              </>
            ) : (
              <>
                <Skeleton shape="block" className={styles.placeholder} />
                <noscript>
                  <form method="post" action="/auth">
                    <Button type="submit" variant="ghost" name="signOut">
                      {t('chrome.logout')}
                    </Button>
                  </form>
                </noscript>
              </>
            )
          }
        />
      )}
    </div>
  );
}

function SignIn({ links, onPreload }: AccountSlotProps) {
  return links.visitor.map(({ path, label }, index) => (
    <Button key={path} asChild variant={isLast(index, links.visitor) ? 'primary' : 'ghost'}>
      <Link to={path} {...preloadLink(onPreload, path)}>
        {label}
      </Link>
    </Button>
  ));
}

function Account({ user, ...props }: AccountSlotProps & { user: SelfUser }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const name = memberName(user);
  return (
    <MenuTrigger
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      trigger={
        <Button variant="ghost" className={styles.trigger} {...preloadOn(MemberMenu.preload)}>
          <Avatar name={name} {...memberPicture(user)} size="sm" decorative />
          <VisuallyHidden>{t('chrome.userMenu', { name })}</VisuallyHidden>
          <span className={styles.name} aria-hidden="true">
            <UserText>{name}</UserText>
          </span>
          <ChevronDownIcon />
        </Button>
      }
    >
      <LatePart setOpen={setOpen}>
        <MemberMenu {...props} name={name} />
      </LatePart>
    </MenuTrigger>
  );
}
