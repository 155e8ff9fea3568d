import type { SelfUser } from '@frens/contract';
import { MailIcon } from '@frens/design-system/icons';
import { api, Button, Notice, session, toast, useAction, useTranslation } from '@frens/platform';
import styles from './profile-details.module.css';

interface PendingEmailProps {
  user: SelfUser;
  /** The address that waits to be confirmed. */
  email: string;
}

/** A change of address that waits for its confirmation (D14), and the mail once more. */
export function PendingEmail({ user, email }: PendingEmailProps) {
  const { t } = useTranslation('mf-social');
  const again = useAction({
    send: () => api.call('PATCH /api/users/:id', { params: { id: user.id }, body: { email } }),
    meta: { failureTitle: t('profile.pendingEmail.failed'), failureText: 'server' },
    onSuccess(saved) {
      session.update(saved);
      toast({ title: t('profile.pendingEmail.sent'), tone: 'success' });
    },
  });
  return (
    <Notice
      tone="warning"
      icon={<MailIcon size={20} className={styles.waiting} />}
      action={
        <Button size="sm" variant="secondary" loading={again.isPending} onClick={() => again.run()}>
          {t('profile.pendingEmail.again')}
        </Button>
      }
    >
      {t('profile.pendingEmail.text', { email })}
    </Notice>
  );
}
