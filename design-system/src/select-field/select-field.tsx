import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icon/icons.ts';
import control from '../internal/control.module.css';
import { FieldFrame, type FieldProps, useFieldWiring } from '../internal/field.tsx';
import styles from './select-field.module.css';

export interface SelectOption {
  /** What is sent when it is chosen. */
  value: string;
  /** The choice in a few words. */
  label: string;
  /** Is shown and cannot be chosen. */
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'multiple' | 'size'> {
  /** Or pass `<option>` elements as children. */
  options?: readonly SelectOption[];
  /** A first entry without a value: "Please choose". */
  placeholder?: string;
}

/** One of several values, with the platform's own list: the best one on every phone. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  options,
  placeholder,
  className,
  id,
  children,
  'aria-describedby': describedBy,
  ...rest
}: SelectFieldProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy });
  return (
    <FieldFrame {...{ wiring, label, hint, error, hideLabel, className }} required={rest.required}>
      <span className={styles.box}>
        <select
          aria-invalid={error ? true : undefined}
          {...rest}
          id={wiring.id}
          aria-describedby={wiring.describedBy}
          className={clsx(control.control, styles.input)}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
        <ChevronDownIcon className={styles.chevron} />
      </span>
    </FieldFrame>
  );
}
