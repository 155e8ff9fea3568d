import type { CircleMember, CirclePage } from '@frens/contract';
import { EllipsisIcon } from '@frens/design-system/icons';
import { IconButton, useLazyDialog, useTranslation } from '@frens/platform';

/** Whether the reader may remove a member: owner and admins may, but only the owner removes admins (D32). */
export function canRemoveMember(
  { membership, ownerId }: CirclePage,
  { id, role }: CircleMember,
  readerId: string,
) {
  if (role === 'owner' || id === ownerId || id === readerId) return false;
  return membership === 'owner' || (membership === 'admin' && role === 'member');
}

interface ManageMemberProps {
  circle: CirclePage;
  member: CircleMember;
  /** Called after the member has left: moves the focus, because the button is gone. */
  onGone: () => void;
}

/** Actions of owner and admins for a member; the dialog's code loads on the first press. */
export function ManageMember({ circle, member, onGone }: ManageMemberProps) {
  const { t } = useTranslation('mf-community');
  const dialog = useLazyDialog(() => import('./manage-member-dialog.tsx'), t('circle.keep.loadFailed'));
  const Dialog = dialog.module?.ManageMemberDialog;
  return (
    <>
      <IconButton
        size="sm"
        variant="ghost"
        label={t('circle.keep.open', { name: member.user.name })}
        {...dialog.opener}
      >
        <EllipsisIcon />
      </IconButton>
      {Dialog ? (
        <Dialog
          circle={circle}
          member={member}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onGone={onGone}
        />
      ) : null}
    </>
  );
}
