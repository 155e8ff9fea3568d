import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './amount.module.css';

export interface AmountProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Formatted for the reader's language; the component only typesets it. */
  value: string;
  /** The unit, after the number. */
  unit?: ReactNode;
  /** Visual size. */
  size?: 'sm' | 'md' | 'lg';
  /** `celebrate`: highlights a gain. */
  tone?: 'ink' | 'celebrate';
}

/** An amount of BAMBOO. Tabular figures align in columns and keep counters from jumping. */
export function Amount({ value, unit, size = 'md', tone = 'ink', className, ...rest }: AmountProps) {
  return (
    <span data-size={size} data-tone={tone} {...rest} className={clsx(styles.root, className)}>
      <span className={styles.value}>{value}</span>
      {unit ? <span className={styles.unit}> {unit}</span> : null}
    </span>
  );
}
