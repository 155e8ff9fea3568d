import { FieldNotes, type FieldProps, RequiredMark, useFieldWiring } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './radio-cards.module.css';

export interface RadioCardOption {
  /** What is sent when it is chosen. */
  value: string;
  /** The choice in a few words. */
  label: ReactNode;
  /** What the choice means. */
  description?: ReactNode;
  /** A picture before the words; screen readers skip it. */
  icon?: ReactNode;
  /** Is shown and cannot be chosen. */
  disabled?: boolean;
}

export interface RadioCardsProps
  extends Omit<FieldProps, 'hideLabel'>,
    Omit<ComponentProps<'fieldset'>, 'onChange' | 'defaultValue'> {
  /** The choices, each a card. */
  options: readonly RadioCardOption[];
  /** What is chosen, where the page decides that. */
  value?: string;
  /** What is chosen at first, where it decides by itself. */
  defaultValue?: string;
  /** Is told what is chosen. */
  onValueChange?: (change: { value: string }) => void;
  /** Its name in the form. */
  name?: string;
  /** The form is not sent without a choice. */
  required?: boolean;
  /** How many cards stand side by side on a wide screen; phones show one column, or two with `compact`. */
  columns?: 1 | 2 | 3 | 4;
  /** Narrower cards, two side by side on phones. */
  compact?: boolean;
  /** What narrows the choice, between its label and the cards: a search over many. */
  children?: ReactNode;
}

/** A choice of one among few, each a card with room to explain itself. Arrow keys move, as radios do. */
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
      {/* The cards may be more than a screen. */}
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
