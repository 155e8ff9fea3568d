import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useLabels } from '../provider/provider.tsx';
import styles from './field.module.css';

/** Props shared by all fields. `className` goes to the root, all other attributes to the control. */
export interface FieldProps {
  /** What to enter. */
  label: ReactNode;
  /** Help text below the field. */
  hint?: ReactNode;
  /** Shown below the control and read with it. It names the field: "Username must be at least 3 characters". */
  error?: ReactNode;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
}

/** Props of fields with a length limit. */
export interface LimitProps {
  /**
   * Maximum number of characters, counted as by the server. Near the limit the field shows how many are left, above it how many to remove.
   * Unlike `maxLength`, it never truncates pasted text.
   */
  limit?: number;
}

/** Hint and error, extended by the length limit. */
export function useLengthNotes({
  limit,
  value,
  hint,
  error,
}: LimitProps & Pick<FieldProps, 'hint' | 'error'> & { value?: unknown }): Pick<
  FieldProps,
  'hint' | 'error'
> {
  const labels = useLabels();
  if (limit === undefined || typeof value !== 'string') return { hint, error };
  // Code points of the value as sent: trimmed and NFC-normalised.
  const left = limit - [...value.trim().normalize()].length;
  if (left < 0) return { hint, error: error ?? labels.charactersOver(-left) };
  return { hint: left <= limit / 10 ? labels.charactersLeft(left) : hint, error };
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

/** The asterisk of a required field; screen readers get "required" from the control. */
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
