import type { CallAnswer, SelfUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import {
  ApiError,
  Button,
  Cluster,
  FormSummary,
  Stack,
  TextField,
  useForm,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { settingsPath } from '../paths.ts';
import { useDeleteAccount } from './delete-account.queries.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { usePasswordPrompt } from './use-password-prompt.ts';

interface DeleteAccountFormProps {
  user: SelfUser;
  onCancel: () => void;
  onEnded: (answer: CallAnswer<'DELETE /api/account'>) => void;
}

/** Asks for the typed name, and for the password if the member has one, then deletes the account. */
export function DeleteAccountForm({ user, onCancel, onEnded }: DeleteAccountFormProps) {
  const { t } = useTranslation('mf-social');
  const { isAsked, onRefused } = usePasswordPrompt(user, 'password');
  const [isStale, setStale] = useState(false);
  const name = user.username ?? user.email;
  const form = useForm({
    initial: { confirm: '', password: '' },
    rules: () => import('@frens/contract/account').then((contract) => contract.EndAccountBody),
    // An empty password is left out: a fresh sign-in needs none.
    body: ({ confirm, password }) => (password === '' ? { confirm } : { confirm, password }),
    action: useDeleteAccount(user, onEnded),
    onRefused(error) {
      const isTooOld = error instanceof ApiError && error.code === errorCodes.freshSignInRequired;
      setStale(isTooOld && !user.hasPassword);
      return onRefused(error);
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextField
          {...form.field('confirm')}
          required
          data-autofocus=""
          label={t('account.end.confirm', { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isAsked ? (
          <TextField
            {...form.field('password')}
            type="password"
            autoComplete="current-password"
            label={t('account.end.password')}
            hint={t('account.password.forgotten')}
          />
        ) : null}
        <Cluster>
          <Button variant="secondary" disabled={form.isSending} onClick={onCancel}>
            {t('account.end.cancel')}
          </Button>
          <Button type="submit" variant="danger" loading={form.isSending}>
            {t('account.end.action')}
          </Button>
        </Cluster>
        {isStale ? (
          <SignInAgain email={user.email} next={settingsPath('account')} />
        ) : (
          <FormSummary form={form} />
        )}
      </Stack>
    </form>
  );
}
