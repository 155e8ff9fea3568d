import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import control from '../internal/control.module.css';
import {
  FieldFrame,
  type FieldProps,
  type LimitProps,
  useFieldWiring,
  useLengthNotes,
} from '../internal/field.tsx';
import styles from './text-area.module.css';

export interface TextAreaProps
  extends FieldProps,
    LimitProps,
    Omit<ComponentProps<'textarea'>, 'maxLength'> {}

/** A multi-line input; grows with its content in browsers that support it. */
export function TextArea({
  label,
  hint,
  error,
  limit,
  hideLabel,
  className,
  id,
  rows = 4,
  'aria-describedby': describedBy,
  ...rest
}: TextAreaProps) {
  const notes = useLengthNotes({ limit, value: rest.value, hint, error });
  const wiring = useFieldWiring({ id, ...notes, describedBy });
  return (
    <FieldFrame {...{ wiring, label, ...notes, hideLabel, className }} required={rest.required}>
      <textarea
        dir="auto"
        rows={rows}
        aria-invalid={notes.error ? true : undefined}
        {...rest}
        id={wiring.id}
        aria-describedby={wiring.describedBy}
        className={clsx(control.control, styles.input)}
      />
    </FieldFrame>
  );
}
