import type { SelfUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { NewPasswordField } from '@frens/members/passwords';
import {
  Button,
  Cluster,
  FormSummary,
  Stack,
  TextField,
  useForm,
  useSession,
  useTranslation,
} from '@frens/platform';
import { TitledCard } from '../titled-card.tsx';
import { useChangePassword } from './password.queries.ts';
import { usePasswordPrompt } from './use-password-prompt.ts';

/** Changes the member's password, or sets the first one (D12). */
export function PasswordCard() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <TitledCard texts={user.hasPassword ? 'account.password.change' : 'account.password.set'}>
      <PasswordForm user={user} />
    </TitledCard>
  );
}

function PasswordForm({ user }: { user: SelfUser }) {
  const { t } = useTranslation('mf-social');
  const { hasPassword } = user;
  const { isAsked, onRefused } = usePasswordPrompt(user, 'currentPassword');
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    rules: () => import('@frens/contract/account').then((contract) => contract.ChangePasswordBody),
    // An empty password is left out: a fresh sign-in needs none.
    body: ({ currentPassword, newPassword }) =>
      currentPassword === '' ? { newPassword } : { currentPassword, newPassword },
    action: useChangePassword(user),
    onSent: () => form.reset(),
    onRefused,
  });
  return (
    <form {...form.props}>
      <Stack>
        {/* The username tells password managers which account the password belongs to. */}
        <input
          hidden
          readOnly
          autoComplete="username"
          aria-label={t('account.password.owner')}
          value={user.username ?? user.email}
        />
        {isAsked ? (
          <TextField
            {...form.field('currentPassword')}
            type="password"
            autoComplete="current-password"
            label={t('account.password.current')}
            hint={t('account.password.forgotten')}
          />
        ) : null}
        <NewPasswordField
          {...form.field('newPassword')}
          required
          label={t('account.password.new')}
          hint={t('account.password.hint', { min: limits.password.min })}
        />
        <Cluster>
          <Button type="submit" variant="secondary" loading={form.isSending}>
            {t(hasPassword ? 'account.password.change.action' : 'account.password.set.action')}
          </Button>
        </Cluster>
        <FormSummary form={form} />
      </Stack>
    </form>
  );
}
