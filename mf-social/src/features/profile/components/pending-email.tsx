import type { SelfUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { MailIcon } from '@frens/design-system/icons';
import {
  ApiError,
  Button,
  Cluster,
  FormSummary,
  Notice,
  restoreFocus,
  Stack,
  TextField,
  useForm,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { useCancelEmailChange, useSendChangeAgain } from '../pending-email.queries.ts';
import styles from './pending-email.module.css';

interface PendingEmailProps {
  user: SelfUser;
  /** The address that waits to be confirmed. */
  email: string;
}

/** A change of address that waits for its confirmation (D14): the mail once more, or the end of it. */
export function PendingEmail({ user, email }: PendingEmailProps) {
  const { t } = useTranslation('mf-social');
  // A sign-in of more than ten minutes ago: the password is asked for, or another sign-in of who has none.
  const [isStale, setStale] = useState(false);
  const form = useForm({
    initial: { currentPassword: '' },
    body: ({ currentPassword }) => (currentPassword === '' ? { email } : { email, currentPassword }),
    action: useSendChangeAgain(user),
    onSent: () => form.reset(),
    onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== errorCodes.freshSignInRequired) return undefined;
      setStale(true);
      if (!user.hasPassword) return undefined;
      return { currentPassword: error.serverMessage };
    },
  });
  return (
    <form {...form.props} className={styles.root}>
      <Notice ref={restoreFocus} tone="warning" icon={<MailIcon size={20} className={styles.icon} />}>
        <Stack gap="sm">
          <p>{t('profile.pendingEmail.text', { email })}</p>
          {isStale && user.hasPassword ? (
            <TextField
              {...form.field('currentPassword')}
              label={t('profile.fields.currentPassword')}
              type="password"
              autoComplete="current-password"
            />
          ) : null}
          <Cluster gap="sm">
            <Button type="submit" size="sm" variant="secondary" loading={form.isSending}>
              {t('profile.pendingEmail.again')}
            </Button>
            <CancelEmailChange />
          </Cluster>
          {isStale && !user.hasPassword ? (
            <p role="alert">{t('profile.hints.signInAgain')}</p>
          ) : (
            <FormSummary form={form} />
          )}
        </Stack>
      </Notice>
    </form>
  );
}

/**
 * Ends a change of address that waits.
 *
 * @param onCancelled where the keyboard goes on: the button goes with the change
 */
export function CancelEmailChange({ onCancelled }: { onCancelled?: () => void }) {
  const { t } = useTranslation('mf-social');
  const cancel = useCancelEmailChange();
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={cancel.isPending}
      onClick={() => cancel.run(undefined, { onSuccess: () => onCancelled?.() })}
    >
      {t('profile.pendingEmail.cancel')}
    </Button>
  );
}
