import { Button, useLazyDialog, useTranslation } from '@frens/platform';

/** "Invite Friend": opens the invitation dialog, whose code loads on the first press (D45). */
export function InviteFriend() {
  const { t } = useTranslation('mf-social');
  const dialog = useLazyDialog(() => import('./invite-dialog.tsx'), t('dashboard.invite.loadFailed'));
  const InviteDialog = dialog.module?.InviteDialog;
  return (
    <>
      <Button fullWidth variant="secondary" loading={dialog.isLoading} {...dialog.opener}>
        {t('dashboard.actions.invite')}
      </Button>
      {InviteDialog && dialog.isOpen ? <InviteDialog onClose={dialog.close} /> : null}
    </>
  );
}
