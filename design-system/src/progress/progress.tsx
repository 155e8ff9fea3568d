import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './progress.module.css';

export interface ProgressProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Completed amount. */
  value: number;
  /** Total amount. */
  max?: number;
  /** What is progressing. */
  label: ReactNode;
  /** The value in words, at the end of the line: "27% Complete". */
  valueText?: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Bar colour; the label must carry the meaning without it. */
  hue?: Hue;
  /** Visual size. */
  size?: 'sm' | 'md';
}

/** A determinate progress bar, based on `<progress>`. */
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
