import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icon/icons.ts';
import control from '../internal/control.module.css';
import { FieldFrame, type FieldProps, useFieldWiring } from '../internal/field.tsx';
import styles from './select-field.module.css';

export interface SelectOption {
  /** Form value of the option. */
  value: string;
  /** The option in a few words. */
  label: string;
  /** Visible, but not selectable. */
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'multiple' | 'size'> {
  /** Or pass `<option>` elements as children. */
  options?: readonly SelectOption[];
  /** A first option without a value: "Please choose". */
  placeholder?: string;
}

/** A native select, the best list on every phone. */
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
