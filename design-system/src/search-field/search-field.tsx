import { clsx } from 'clsx';
import type { ChangeEvent, ComponentProps } from 'react';
import { startTransition, useOptimistic } from 'react';
import { SearchIcon, XIcon } from '../icon/icons.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import control from '../internal/control.module.css';
import { FieldNotes, type LimitProps, useFieldWiring, useLengthNotes } from '../internal/field.tsx';
import { useLabels } from '../provider/provider.tsx';
import styles from './search-field.module.css';

export interface SearchFieldProps
  extends LimitProps,
    Omit<ComponentProps<'input'>, 'value' | 'type' | 'maxLength'> {
  /** Accessible name, also the default placeholder. */
  label: string;
  /** The current text. */
  value: string;
  /** Reports each change. */
  onValueChange: (change: { value: string }) => void;
}

/** A search input with a clear button; Escape clears it, too. `className` goes to the root, all other attributes to the input. */
export function SearchField({
  label,
  limit,
  value,
  onValueChange,
  placeholder = label,
  className,
  id,
  'aria-describedby': describedBy,
  ...rest
}: SearchFieldProps) {
  const labels = useLabels();
  // Whoever owns the text may render it in a transition: the next key comes after what was typed, not after what is rendered.
  const [shown, show] = useOptimistic(value);
  const notes = useLengthNotes({ limit, value: shown });
  const wiring = useFieldWiring({ id, ...notes, describedBy });
  const change = (text: string) => {
    startTransition(() => show(text));
    onValueChange({ value: text });
  };
  return (
    <div className={clsx(styles.root, className)}>
      <div className={styles.box}>
        <SearchIcon className={styles.icon} />
        <input
          type="search"
          dir="auto"
          enterKeyHint="search"
          autoComplete="off"
          {...rest}
          id={wiring.id}
          aria-invalid={notes.error ? true : undefined}
          aria-describedby={wiring.describedBy}
          aria-label={label}
          placeholder={placeholder}
          value={shown}
          onChange={(event: ChangeEvent<HTMLInputElement>) => change(event.target.value)}
          onKeyDown={(event) => {
            rest.onKeyDown?.(event);
            if (event.key === 'Escape' && shown !== '') {
              event.preventDefault();
              change('');
            }
          }}
          className={clsx(control.control, styles.input)}
        />
        {shown === '' ? null : (
          <IconButton
            size="sm"
            label={labels.clear}
            className={styles.clear}
            onClick={({ currentTarget }) => {
              currentTarget.parentElement?.querySelector('input')?.focus();
              change('');
            }}
          >
            <XIcon />
          </IconButton>
        )}
      </div>
      <FieldNotes wiring={wiring} {...notes} />
    </div>
  );
}
