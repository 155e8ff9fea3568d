import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Hue } from '../internal/hue.ts';
import tint from '../internal/tint.module.css';
import styles from './stat.module.css';

export interface StatProps extends Omit<ComponentProps<'div'>, 'children'> {
  value: ReactNode;
  label: ReactNode;
  icon?: ReactNode;
  hue?: Exclude<Hue, 'neutral'>;
  size?: 'md' | 'lg';
  align?: 'start' | 'center';
}

/** One figure and what it counts. */
export function Stat({
  value,
  label,
  icon,
  hue = 'bamboo',
  size = 'md',
  align = 'start',
  className,
  ...rest
}: StatProps) {
  return (
    <div
      data-hue={hue}
      data-size={size}
      data-align={align}
      {...rest}
      className={clsx(tint.root, styles.root, className)}
    >
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles.words}>
        <span className={styles.value}>{value}</span>
        <span className={styles.label}>{label}</span>
      </span>
    </div>
  );
}
