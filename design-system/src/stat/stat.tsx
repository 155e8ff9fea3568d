import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Hue } from '../internal/hue.ts';
import tint from '../internal/tint.module.css';
import styles from './stat.module.css';

export interface StatProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The number. */
  value: ReactNode;
  /** What is counted. */
  label: ReactNode;
  /** A picture before the words; screen readers skip it. */
  icon?: ReactNode;
  /** The colour that goes with what it says; it never says it alone. */
  hue?: Exclude<Hue, 'neutral'>;
  /** How much it stands out. */
  size?: 'md' | 'lg';
  /** Where it stands in its width. */
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
