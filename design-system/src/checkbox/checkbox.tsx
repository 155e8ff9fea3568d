import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { FieldNotes, type FieldProps, RequiredMark, useFieldWiring } from '../internal/field.tsx';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<FieldProps, 'hideLabel'>, Omit<ComponentProps<'input'>, 'type'> {}

/** One yes or no inside a form. `className` goes to the root, all else to the input. */
export function Checkbox({
  label,
  hint,
  error,
  className,
  id,
  'aria-describedby': describedBy,
  ...rest
}: CheckboxProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy });
  return (
    <div className={clsx(styles.root, className)}>
      <input
        aria-invalid={error ? true : undefined}
        {...rest}
        type="checkbox"
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        className={styles.input}
      />
      <div className={styles.words}>
        <label htmlFor={wiring.id} className={styles.label}>
          {label}
          {rest.required ? <RequiredMark /> : null}
        </label>
        <FieldNotes wiring={wiring} hint={hint} error={error} />
      </div>
    </div>
  );
}
