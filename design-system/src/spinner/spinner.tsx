import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useLabels } from '../provider/provider.tsx';
import styles from './spinner.module.css';

export interface SpinnerProps extends ComponentProps<'span'> {
  /** Visual size. */
  size?: 'sm' | 'md' | 'lg';
  /** What is loading; defaults to the provider's "Loading". Pass "" inside a control that already says so. */
  label?: string;
}

/** An indeterminate progress indicator: a spinning bamboo ring. */
export function Spinner({ size = 'md', label, className, ...rest }: SpinnerProps) {
  const labels = useLabels();
  const text = label ?? labels.loading;
  return (
    <span
      role={text ? 'status' : undefined}
      aria-label={text || undefined}
      aria-hidden={text ? undefined : true}
      data-size={size}
      {...rest}
      className={clsx(styles.root, className)}
    />
  );
}
