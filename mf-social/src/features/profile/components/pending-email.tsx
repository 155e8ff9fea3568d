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
  /** The unconfirmed new address. */
  email: string;
}

/** A pending change of address (D14): resends the confirmation mail, or cancels the change. */
export function PendingEmail({ user, email }: PendingEmailProps) {
  const { t } = useTranslation('mf-social');
  // The sign-in is more than ten minutes old: ask for the password, or for a new sign-in if the member has none.
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
 * Cancels a pending change of address.
 *
 * @param onCancelled moves the focus, because the button disappears with the change
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
