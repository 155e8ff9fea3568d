import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './progress.module.css';

export interface ProgressProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** How much is done. */
  value: number;
  /** How much there is to do. */
  max?: number;
  /** What advances. */
  label: ReactNode;
  /** Words for the value, at the other end of the line: "27% Complete". */
  valueText?: string;
  /** Only screen readers read the label. */
  hideLabel?: boolean;
  /** The colour that goes with what it says; it never says it alone. */
  hue?: 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'plum';
  /** How much room it takes. */
  size?: 'sm' | 'md';
}

/** How far something is, on the browser's own progress bar. */
export function Progress({
  value,
  max = 100,
  label,
  valueText,
  hideLabel = false,
  hue = 'bamboo',
  size = 'md',
  className,
  ...rest
}: ProgressProps) {
  const id = useId();
  return (
    <div data-hue={hue} data-size={size} {...rest} className={clsx(styles.root, className)}>
      <div className={styles.words} data-hidden={hideLabel || undefined}>
        <span id={id}>{label}</span>
        {valueText ? <span className={styles.value}>{valueText}</span> : null}
      </div>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        aria-valuetext={valueText}
        value={Math.max(0, Math.min(value, max))}
        max={max}
      />
    </div>
  );
}
