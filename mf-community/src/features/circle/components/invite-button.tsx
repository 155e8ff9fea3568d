import type { CirclePage } from '@frens/contract';
import { UserPlusIcon } from '@frens/design-system/icons';
import { Button, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';

/** Whether the reader may invite: owner and admins by link, members of an invite circle in person (D30). */
export function canInvite({ membership, circleType }: CirclePage): boolean {
  return ['owner', 'admin'].includes(membership) || (membership === 'member' && circleType === 'invite');
}

/** Opens the invitation dialog, whose code loads on the first press. */
export function InviteButton({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./invite-dialog.tsx'),
    meta: { failureTitle: t('circle.invite.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.InviteDialog;
  return (
    <>
      <Button
        size="sm"
        icon={<UserPlusIcon />}
        aria-haspopup="dialog"
        loading={load.isPending}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        {t('circle.invite.open')}
      </Button>
      {Dialog ? <Dialog circle={circle} isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
