import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useLabels } from '../provider/provider.tsx';
import styles from './field.module.css';

/** What every field takes besides the attributes of its control. `className` goes to the field's root, all else to the control. */
export interface FieldProps {
  /** What is asked for. */
  label: ReactNode;
  /** What helps to answer, below the field. */
  hint?: ReactNode;
  /** Shown under the control and read with it. Name the field in it: "Username must be at least 3 characters". */
  error?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
}

/** Of a field whose text has a limit. */
export interface LimitProps {
  /**
   * How many characters the value may have, as the server counts them. Near the limit the field says how many are left, past it how many are
   * too many; nothing is cut, as `maxLength` would: what somebody pastes is theirs to shorten.
   */
  limit?: number;
}

/** What a field says below it, with what is to be said of its length. */
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
  // Code points of what is sent: without the space around it, and composed.
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
