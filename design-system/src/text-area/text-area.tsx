import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import control from '../internal/control.module.css';
import { FieldFrame, type FieldProps, useFieldWiring } from '../internal/field.tsx';
import styles from './text-area.module.css';

export interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {}

/** Several lines of text; grows with its content where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  id,
  rows = 4,
  'aria-describedby': describedBy,
  ...rest
}: TextAreaProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy });
  return (
    <FieldFrame {...{ wiring, label, hint, error, hideLabel, className }} required={rest.required}>
      <textarea
        dir="auto"
        rows={rows}
        aria-invalid={error ? true : undefined}
        {...rest}
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        className={clsx(control.control, styles.input)}
      />
    </FieldFrame>
  );
}
