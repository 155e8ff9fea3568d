import type { CirclePage } from '@frens/contract';
import { UserPlusIcon } from '@frens/design-system/icons';
import { Button, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';

/** Whether a reader may invite into a circle: its owner and admins by link, members of an invite circle in person (D30). */
export function mayInvite({ membership, circleType }: CirclePage): boolean {
  return ['owner', 'admin'].includes(membership) || (membership === 'member' && circleType === 'invite');
}

/** The way to invite others; its dialog comes when it is first wanted. */
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
