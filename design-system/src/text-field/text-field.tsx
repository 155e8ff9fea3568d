import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '../icon/icons.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import control from '../internal/control.module.css';
import {
  FieldFrame,
  type FieldProps,
  type LimitProps,
  useFieldWiring,
  useLengthNotes,
} from '../internal/field.tsx';
import { useLabels } from '../provider/provider.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends FieldProps, LimitProps, Omit<ComponentProps<'input'>, 'maxLength'> {
  /** Icon inside the box, before the value. */
  icon?: ReactNode;
  /** Content inside the box, after the value: a unit or a small button. */
  suffix?: ReactNode;
}

/** A single-line input. `type="password"` adds a show/hide button. */
export function TextField({
  label,
  hint,
  error,
  limit,
  hideLabel,
  icon,
  suffix,
  className,
  id,
  type = 'text',
  'aria-describedby': describedBy,
  ...rest
}: TextFieldProps) {
  const notes = useLengthNotes({ limit, value: rest.value, hint, error });
  const wiring = useFieldWiring({ id, ...notes, describedBy });
  const labels = useLabels();
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  const end = isPassword ? (
    <IconButton
      size="sm"
      label={isRevealed ? labels.hidePassword : labels.showPassword}
      disabled={rest.disabled}
      onClick={() => setRevealed(!isRevealed)}
    >
      {isRevealed ? <EyeOffIcon /> : <EyeIcon />}
    </IconButton>
  ) : (
    suffix
  );
  return (
    <FieldFrame {...{ wiring, label, ...notes, hideLabel, className }} required={rest.required}>
      <span className={styles.box} data-icon={icon ? true : undefined} data-end={end ? true : undefined}>
        {icon ? <span className={styles.icon}>{icon}</span> : null}
        <input
          dir="auto"
          type={isPassword && isRevealed ? 'text' : type}
          aria-invalid={notes.error ? true : undefined}
          {...rest}
          id={wiring.id}
          aria-describedby={wiring.describedBy}
          className={clsx(control.control, styles.input)}
        />
        {end ? <span className={styles.end}>{end}</span> : null}
      </span>
    </FieldFrame>
  );
}
