import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './stat.module.css';

export interface StatProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The number. */
  value: ReactNode;
  /** What it counts. */
  label: ReactNode;
  /** Icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  /** Icon colour; the label must carry the meaning without it. */
  hue?: Hue;
  /** Visual size. */
  size?: 'md' | 'lg';
  /** Horizontal alignment. */
  align?: 'start' | 'center';
}

/** One figure with its label. */
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
      className={clsx(styles.root, className)}
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
