import { type Form, FormSummary, Link, Text, TextField, useLocation, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';
import type { LoginFields } from '../auth-forms.ts';
import { useTab } from '../use-tab.ts';
import { SubmitButton } from './submit-button.tsx';

/** Username or e-mail, and password. */
export function LoginForm({ form, isFirst }: { form: Form<LoginFields>; isFirst: boolean }) {
  const { t } = useTranslation('mf-auth');
  const { state } = useLocation();
  const { addressOf } = useTab();
  const field = (name: keyof LoginFields) => ({ ...form.field(name), 'aria-required': true });
  return (
    <form {...form.props} className={styles.form} aria-label={t('tabs.login')}>
      <TextField
        {...field('username')}
        label={t('field.usernameOrEmail')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...field('password')}
        label={t('field.password')}
        type="password"
        autoComplete="current-password"
      />
      <Link to={addressOf('forgot')} replace state={state} className={styles.forgot}>
        {t('login.forgot')}
      </Link>
      <noscript>
        <Text size="sm">{t('login.resetNeedsScripts')}</Text>
      </noscript>
      <SubmitButton isFirst={isFirst} isSending={form.isSending}>
        {t('login.submit')}
      </SubmitButton>
      <FormSummary form={form} />
    </form>
  );
}
