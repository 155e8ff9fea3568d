import { Button, Notice, TextField, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';
import { useLogin } from '../auth.queries.ts';
import type { LoginFields } from '../form-fields.ts';
import { useForm } from '../use-form.ts';

interface LoginFormProps {
  fields: LoginFields;
  onChange: (fields: LoginFields) => void;
}

/** Username or e-mail, and password. */
export function LoginForm({ fields, onChange }: LoginFormProps) {
  const { t } = useTranslation('mf-auth');
  const login = useLogin();
  const { field, formProps, failureText } = useForm({ fields, onChange, sender: login });
  return (
    <form {...formProps} className={styles.form} aria-label={t('tabs.login')}>
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
      {failureText ? <Notice tone="danger">{failureText}</Notice> : null}
      <Button type="submit" size="lg" fullWidth loading={login.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
