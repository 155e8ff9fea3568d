import { FieldNotes, type FieldProps, RequiredMark, useFieldWiring } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './radio-cards.module.css';

export interface RadioCardOption {
  /** Form value of the option. */
  value: string;
  /** The option in a few words. */
  label: ReactNode;
  /** What the option means. */
  description?: ReactNode;
  /** Icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  /** Visible, but not selectable. */
  disabled?: boolean;
}

export interface RadioCardsProps
  extends Omit<FieldProps, 'hideLabel'>,
    Omit<ComponentProps<'fieldset'>, 'onChange' | 'defaultValue'> {
  /** The options, one card each. */
  options: readonly RadioCardOption[];
  /** Controlled value. */
  value?: string;
  /** Initial value, if uncontrolled. */
  defaultValue?: string;
  /** Reports the selected value. */
  onValueChange?: (change: { value: string }) => void;
  /** Field name in the form. */
  name?: string;
  /** The form requires a selection. */
  required?: boolean;
  /** Columns on wide screens; phones have one, or two with `compact`. */
  columns?: 1 | 2 | 3 | 4;
  /** Narrower cards, in two columns on phones. */
  compact?: boolean;
  /** Content between label and cards, such as a search field. */
  children?: ReactNode;
}

/** A radio group as cards with descriptions. Arrow keys move the selection, as in native radios. */
export function RadioCards({
  label,
  hint,
  error,
  options,
  value,
  defaultValue,
  onValueChange,
  name,
  required,
  columns = 1,
  compact = false,
  className,
  id,
  children,
  ...rest
}: RadioCardsProps) {
  const wiring = useFieldWiring({ id, hint, error, describedBy: rest['aria-describedby'] });
  const group = useId();
  const isLongRun = children !== undefined;
  return (
    <fieldset
      {...rest}
      id={id}
      aria-describedby={wiring.describedBy}
      aria-invalid={error ? true : undefined}
      className={clsx(styles.root, className)}
    >
      <legend className={styles.legend}>
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      {children}
      {/* Above the cards, because the list may be longer than the screen. */}
      {isLongRun ? <FieldNotes wiring={wiring} hint={undefined} error={error} /> : null}
      <div className={styles.cards} data-columns={columns} data-compact={compact || undefined}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.input}
              name={name ?? group}
              value={option.value}
              required={required}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={() => onValueChange?.({ value: option.value })}
            />
            {option.icon ? (
              <span className={styles.icon} aria-hidden="true">
                {option.icon}
              </span>
            ) : null}
            <span className={styles.words}>
              <span className={styles.title}>{option.label}</span>
              {option.description ? <span className={styles.description}>{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes wiring={wiring} hint={hint} error={isLongRun ? undefined : error} />
    </fieldset>
  );
}
