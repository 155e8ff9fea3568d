import { FieldNotes, type FieldProps, useFieldWiring } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './range-field.module.css';

export interface RangeFieldProps
  extends Omit<FieldProps, 'hideLabel'>,
    Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** The selected number. */
  value: number;
  /** The value in words, shown and read by screen readers: "150 %". */
  valueText: string;
  /** Called for every step while dragging. */
  onValueChange: (change: { value: number }) => void;
}

/** A native slider with its full keyboard support. */
export function RangeField({
  label,
  hint,
  error,
  className,
  id,
  valueText,
  onValueChange,
  'aria-describedby': describedBy,
  ...rest
}: RangeFieldProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy });
  return (
    <div className={clsx(styles.root, className)}>
      <span className={styles.words}>
        <label htmlFor={wiring.id}>{label}</label>
        <span className={styles.value} aria-hidden="true">
          {valueText}
        </span>
      </span>
      <input
        aria-invalid={error ? true : undefined}
        aria-valuetext={valueText}
        {...rest}
        type="range"
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        onChange={(event) => onValueChange({ value: event.target.valueAsNumber })}
        className={styles.input}
      />
      <FieldNotes wiring={wiring} hint={hint} error={error} />
    </div>
  );
}
