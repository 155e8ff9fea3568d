import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What every field takes besides the attributes of its control. `className` goes to the field's root, all else to the control. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown under the control and read with it. Name the field in it: "Username must be at least 3 characters". */
  error?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
}

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  hintId: string;
  errorId: string;
}

export function useFieldWiring(
  props: Pick<FieldProps, 'hint' | 'error'> & { id?: string | undefined; describedBy?: string | undefined },
): FieldWiring {
  const generated = useId();
  const id = props.id ?? generated;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = clsx(props.error && errorId, props.hint && hintId, props.describedBy) || undefined;
  return { id, describedBy, hintId, errorId };
}

interface FieldFrameProps extends FieldProps {
  wiring: FieldWiring;
  required?: boolean | undefined;
  className?: string | undefined;
  dir?: string | undefined;
  children: ReactNode;
}

export function FieldFrame({
  wiring,
  label,
  hint,
  error,
  hideLabel,
  required,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={clsx(styles.root, className)} data-invalid={error ? true : undefined}>
      <label className={styles.label} htmlFor={wiring.id} data-hidden={hideLabel || undefined}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {children}
      <FieldNotes wiring={wiring} hint={hint} error={error} />
    </div>
  );
}

/** The star of a required field; screen readers hear "required" from the control itself. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden="true">
      *
    </span>
  );
}

export function FieldNotes({
  wiring,
  hint,
  error,
}: Pick<FieldProps, 'hint' | 'error'> & { wiring: FieldWiring }) {
  return (
    <>
      {error ? (
        <p className={styles.error} id={wiring.errorId}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={wiring.hintId}>
          {hint}
        </p>
      ) : null}
    </>
  );
}
