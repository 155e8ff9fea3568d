import { FieldNotes, type FieldProps, useFieldWiring } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './switch.module.css';

export interface SwitchProps
  extends Omit<FieldProps, 'hideLabel'>,
    Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> {
  /** Is told when it goes on or off. */
  onCheckedChange?: (change: { checked: boolean }) => void;
}

/** A setting that is on or off: words on one side, the switch on the other, the whole row can be pressed. */
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
        // A checkbox knows itself whether it is checked; `aria-checked` beside it would be a second truth.
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
