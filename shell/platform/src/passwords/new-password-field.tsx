import type { CallBody } from '@frens/contract';
import { TextField, type TextFieldProps } from '@frens/design-system';
import { type FocusEvent, useState } from 'react';
import { api } from '../api.ts';
import { useTranslation } from '../texts.ts';
import { useAction } from '../use-action.ts';
import styles from './new-password-field.module.css';
import { strengthOf } from './password-strength.ts';

/** As a text field, which holds what is typed. */
export interface NewPasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'value'> {
  value: string;
  /**
   * Whose it will be. Asks the server, once the field is left, whether anybody would try it first, and warns: for where such a password
   * is taken (D7).
   */
  warnsOwner?: { username: string; email: string };
}

/** A password that is being chosen: it can be shown, and its strength is said in words. */
export function NewPasswordField({ warnsOwner, onBlur, ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation('shell');
  const { value } = rest;
  const [common, setCommon] = useState<string | null>(null);
  // Without an answer nobody is warned: it is advice.
  const check = useAction({
    send: (body: CallBody<'POST /api/auth/password/check'>) =>
      api.call('POST /api/auth/password/check', { body }),
    // A slow answer to an earlier one keeps nobody from asking about the next.
    lockBy: ({ password }) => password,
    onSuccess: ({ isCommon }, { password }) => setCommon(isCommon ? password : null),
  });
  const strength = strengthOf(value);

  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    onBlur?.(event);
    if (warnsOwner && strength !== 'short' && value !== common) check.run({ password: value, ...warnsOwner });
  }

  return (
    <div className={styles.root}>
      <TextField {...rest} type="password" autoComplete="new-password" onBlur={handleBlur} />
      <p aria-live="polite" className={styles.words} data-common={value === common || undefined}>
        {value === '' || rest.error ? null : t(`password.${value === common ? 'common' : strength}`)}
      </p>
    </div>
  );
}
