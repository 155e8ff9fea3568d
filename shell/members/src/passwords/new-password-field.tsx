import type { CallBody } from '@frens/contract';
import { api, TextField, type TextFieldProps, useAction, useTranslation } from '@frens/platform';
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';
import styles from './new-password-field.module.css';
import { strengthOf } from './password-strength.ts';

/** As a text field, which holds what is typed. */
export interface NewPasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'value'> {
  value: string;
  /**
   * Whose it will be. Asks the server whether anybody would try it first, once the field is left and whenever the names change after
   * that, and warns: for where such a password is taken (D7).
   */
  warnsOwner?: { username: string; email: string; name: string };
}

/** How long nobody must have typed in the names before they are asked about, in milliseconds. */
const pause = 600;

/** A password that is being chosen: it can be shown, and its strength is said in words. */
export function NewPasswordField({ warnsOwner, onFocus, onBlur, ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation('members');
  const { value } = rest;
  const [common, setCommon] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const latest = useRef('');
  // Without an answer nobody is warned: it is advice.
  const { run } = useAction({
    send: (body: CallBody<'POST /api/auth/password/check'>) =>
      api.call('POST /api/auth/password/check', { body }),
    // A slow answer to an earlier one keeps nobody from asking about the next.
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
    // True because of where `names` comes from; as a text it stays the same from render to render.
    const body = { password: value, ...(JSON.parse(names) as NonNullable<typeof warnsOwner>) };
    const asked = JSON.stringify(body);
    if (latest.current === asked) return;
    latest.current = asked;
    run(body);
  }, [names, strength, value, run]);

  // The names may be chosen after the password.
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(check, pause);
    return () => clearTimeout(timer);
  }, [isLeft, check]);

  // Nobody is asked about a password that is being typed.
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
