import { FieldNotes, type FieldProps, useFieldWiring } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './switch.module.css';

export interface SwitchProps
  extends Omit<FieldProps, 'hideLabel'>,
    Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> {
  /** Reports each change. */
  onCheckedChange?: (change: { checked: boolean }) => void;
}

/** An on/off setting: label on one side, switch on the other. The whole row is the target. */
export function Switch({
  label,
  hint,
  error,
  className,
  id,
  onCheckedChange,
  'aria-describedby': describedBy,
  ...rest
}: SwitchProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy });
  return (
    <div className={clsx(styles.root, className)}>
      <div className={styles.words}>
        <label htmlFor={wiring.id} className={styles.label}>
          {label}
        </label>
        <FieldNotes wiring={wiring} hint={hint} error={error} />
      </div>
      <input
        aria-invalid={error ? true : undefined}
        {...rest}
        type="checkbox"
        // A checkbox exposes its own checked state; `aria-checked` would duplicate it.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        onChange={(event) => onCheckedChange?.({ checked: event.target.checked })}
        className={styles.input}
      />
    </div>
  );
}
