import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './amount.module.css';

export interface AmountProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Already written for the reader's language: this only sets it. */
  value: string;
  /** What is counted, after the number. */
  unit?: ReactNode;
  /** How much it stands out. */
  size?: 'sm' | 'md' | 'lg';
  /** `celebrate`: an amount to be glad of. */
  tone?: 'ink' | 'celebrate';
}

/** An amount of the token: figures of equal width, so columns stand and counters do not jump. */
export function Amount({ value, unit, size = 'md', tone = 'ink', className, ...rest }: AmountProps) {
  return (
    <span data-size={size} data-tone={tone} {...rest} className={clsx(styles.root, className)}>
      <span className={styles.value}>{value}</span>
      {unit ? <span className={styles.unit}> {unit}</span> : null}
    </span>
  );
}
