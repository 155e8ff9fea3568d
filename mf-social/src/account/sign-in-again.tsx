import { MailIcon } from '@frens/design-system/icons';
import { api, Button, Cluster, Notice, Stack, useAction, useTranslation } from '@frens/platform';

/** Mails a sign-in link that returns to `next`: for members without a password whose sign-in is no longer fresh. */
export function SignInAgain({ email, next }: { email: string; next: string }) {
  const { t } = useTranslation('mf-social');
  const link = useAction({
    send: () => api.call('POST /api/auth/magic-link', { body: { email, next } }),
    meta: { failureTitle: t('account.signInAgain.failed') },
  });
  return (
    <Notice tone="warning" icon={<MailIcon size={20} />}>
      <Stack gap="sm">
        <p role="alert">
          {t(link.isSuccess ? 'account.signInAgain.sent' : 'account.signInAgain.text', { email })}
        </p>
        <Cluster>
          <Button size="sm" variant="secondary" loading={link.isPending} onClick={() => link.run()}>
            {t(link.isSuccess ? 'account.signInAgain.again' : 'account.signInAgain.action')}
          </Button>
        </Cluster>
      </Stack>
    </Notice>
  );
}
