import type { PublicUser } from '@frens/contract';
import { DropdownMenu, MenuItem } from '@frens/design-system/dropdown-menu';
import { EllipsisIcon, UserXIcon } from '@frens/design-system/icons';
import { IconButton, useTranslation } from '@frens/platform';
import { focusOnMount } from '../lists/focus-on-mount.ts';
import { SayHello } from './say-hello.tsx';

interface FriendActionsProps {
  friend: Pick<PublicUser, 'name' | 'username'>;
  /** The member has just taken a removal back and is still here. */
  isRestored: boolean;
  onRemove: () => void;
}

/** What one does about a friend: say hello, and in a menu what one rarely wants. */
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
