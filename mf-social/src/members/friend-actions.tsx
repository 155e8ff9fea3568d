import type { PublicUser } from '@frens/contract';
import { DropdownMenu, MenuItem } from '@frens/design-system/dropdown-menu';
import { EllipsisIcon, UserXIcon } from '@frens/design-system/icons';
import { IconButton, useTranslation } from '@frens/platform';
import { focusOnMount } from '../lists/focus-on-mount.ts';
import { SayHello } from './say-hello.tsx';

interface FriendActionsProps {
  friend: Pick<PublicUser, 'name' | 'username'>;
  /** Whether the member has just undone this friend's removal. */
  isRestored: boolean;
  onRemove: () => void;
}

/** Actions for a friend: say hello, and a menu with rare ones. */
export function FriendActions({ friend, isRestored, onRemove }: FriendActionsProps) {
  const { t } = useTranslation('mf-social');
  return (
    <>
      <SayHello friend={friend} />
      <DropdownMenu
        align="end"
        trigger={
          <IconButton
            size="sm"
            label={t('dashboard.friends.more', { name: friend.name })}
            ref={isRestored ? focusOnMount : undefined}
          >
            <EllipsisIcon />
          </IconButton>
        }
      >
        <MenuItem icon={<UserXIcon />} onSelect={onRemove}>
          {t('person.remove')}
        </MenuItem>
      </DropdownMenu>
    </>
  );
}
