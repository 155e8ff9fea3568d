import type { CircleMember, CirclePage } from '@frens/contract';
import { EllipsisIcon } from '@frens/design-system/icons';
import { IconButton, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';

/** Whether a reader may take a member out: owner and admins may, of admins only the owner (D32). */
export function mayTakeOut(
  { membership, ownerId }: CirclePage,
  { id, role }: CircleMember,
  readerId: string,
) {
  if (role === 'owner' || id === ownerId || id === readerId) return false;
  return membership === 'owner' || (membership === 'admin' && role === 'member');
}

interface KeepMemberProps {
  circle: CirclePage;
  member: CircleMember;
  /** They are in it no more: the button is gone, and the focus needs a place. */
  onGone: () => void;
}

/** What owner and admins can do about a member; the dialog comes when it is first wanted. */
export function KeepMember({ circle, member, onGone }: KeepMemberProps) {
  const { t } = useTranslation('mf-community');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./manage-member-dialog.tsx'),
    meta: { failureTitle: t('circle.keep.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.KeepMemberDialog;
  return (
    <>
      <IconButton
        size="sm"
        variant="ghost"
        aria-haspopup="dialog"
        label={t('circle.keep.open', { name: member.user.name })}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        <EllipsisIcon />
      </IconButton>
      {Dialog ? (
        <Dialog
          circle={circle}
          member={member}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onGone={onGone}
        />
      ) : null}
    </>
  );
}
