import { Button, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';

/** "Invite Friend": opens the invitation dialog, whose code loads on the first press (D45). */
export function InviteFriend() {
  const { t } = useTranslation('mf-social');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./invite-dialog.tsx'),
    meta: { failureTitle: t('dashboard.invite.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.InviteDialog;
  return (
    <>
      <Button
        fullWidth
        variant="secondary"
        aria-haspopup="dialog"
        loading={load.isPending}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        {t('dashboard.actions.invite')}
      </Button>
      {Dialog && isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
