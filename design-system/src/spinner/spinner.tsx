import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useLabels } from '../provider/provider.tsx';
import styles from './spinner.module.css';

export interface SpinnerProps extends ComponentProps<'span'> {
  /** How much room it takes. */
  size?: 'sm' | 'md' | 'lg';
  /** What is being waited for; the provider's word for "Loading" when left out. Pass "" inside a control that already says it. */
  label?: string;
}

/** A turning bamboo ring for waits without a known end. */
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
