import type { CallBody } from '@frens/contract';
import { api, TextField, type TextFieldProps, useAction, useTranslation } from '@frens/platform';
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';
import styles from './new-password-field.module.css';
import { strengthOf } from './password-strength.ts';

/** The props of a controlled text field. */
export interface NewPasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'value'> {
  value: string;
  /**
   * The names of the account. With them the field asks the server on blur, and after each change of the names, whether the password is
   * common, and warns; for forms that accept common passwords (D7).
   */
  warnsOwner?: { username: string; email: string; name: string };
}

/** Debounce of the check after a change of the names, in milliseconds. */
const pause = 600;

/** The field for a new password: it can be revealed, and its strength is described in words. */
export function NewPasswordField({ warnsOwner, onFocus, onBlur, ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation('members');
  const { value } = rest;
  const [common, setCommon] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const latest = useRef('');
  // The warning is advice: without an answer there is none.
  const { run } = useAction({
    send: (body: CallBody<'POST /api/auth/password/check'>) =>
      api.call('POST /api/auth/password/check', { body }),
    // A slow check of an earlier password must not delay the next.
    lockBy: (body) => JSON.stringify(body),
    onSuccess({ isCommon }, body) {
      if (latest.current === JSON.stringify(body)) setCommon(isCommon ? body.password : null);
    },
  });
  const strength = strengthOf(value);

  const saysStrength = value !== '' && !rest.error;
  const names = warnsOwner ? JSON.stringify(warnsOwner) : null;

  const check = useCallback(() => {
    if (names === null || strength === 'short') return;
    // Safe because of where `names` comes from; as a string it is stable across renders.
    const body = { password: value, ...(JSON.parse(names) as NonNullable<typeof warnsOwner>) };
    const request = JSON.stringify(body);
    if (latest.current === request) return;
    latest.current = request;
    run(body);
  }, [names, strength, value, run]);

  // The names may be typed after the password.
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(check, pause);
    return () => clearTimeout(timer);
  }, [isLeft, check]);

  // A password is not checked while it is typed.
  function handleFocus(event: FocusEvent<HTMLInputElement>) {
    onFocus?.(event);
    setLeft(false);
  }

  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    onBlur?.(event);
    setLeft(true);
    check();
  }

  return (
    <div className={styles.root}>
      <TextField
        {...rest}
        type="password"
        autoComplete="new-password"
        onFocus={handleFocus}
        onBlur={handleBlur}
      />
      <p
        aria-live="polite"
        className={styles.words}
        data-common={value === common || undefined}
        data-longest={warnsOwner && saysStrength ? t('password.common') : undefined}
      >
        {saysStrength ? <span>{t(`password.${value === common ? 'common' : strength}`)}</span> : null}
      </p>
    </div>
  );
}
