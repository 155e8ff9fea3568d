import type { CirclePage } from '@frens/contract';
import { UserPlusIcon } from '@frens/design-system/icons';
import { Button, useLazyDialog, useTranslation } from '@frens/platform';

/** Whether the reader may invite: owner and admins by link, members of an invite circle in person (D30). */
export function canInvite({ membership, circleType }: CirclePage): boolean {
  return ['owner', 'admin'].includes(membership) || (membership === 'member' && circleType === 'invite');
}

/** Opens the invitation dialog, whose code loads on the first press. */
export function InviteButton({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const dialog = useLazyDialog(() => import('./invite-dialog.tsx'), t('circle.invite.loadFailed'));
  const InviteDialog = dialog.module?.InviteDialog;
  return (
    <>
      <Button size="sm" icon={<UserPlusIcon />} loading={dialog.isLoading} {...dialog.opener}>
        {t('circle.invite.open')}
      </Button>
      {InviteDialog ? <InviteDialog circle={circle} isOpen={dialog.isOpen} onClose={dialog.close} /> : null}
    </>
  );
}
