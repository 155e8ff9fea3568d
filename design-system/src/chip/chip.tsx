import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Hue } from '../internal/hue.ts';
import { type Trait, traitHues } from '../panda/traits.ts';
import styles from './chip.module.css';

export interface ChipProps extends ComponentProps<'span'> {
  /** The colour that goes with what it says; it never says it alone. */
  hue?: Hue;
  /** Sets the hue that this trait has everywhere. */
  trait?: Trait;
  /** A picture before the words; screen readers skip it. */
  icon?: ReactNode;
  /** A value after the words: a trait's number. */
  value?: ReactNode;
}

/** An interest, a tag, a trait. */
export function Chip({ hue, trait, icon, value, className, children, ...rest }: ChipProps) {
  return (
    <span
      data-hue={hue ?? (trait ? traitHues[trait] : 'neutral')}
      {...rest}
      className={clsx(styles.root, className)}
    >
      {trait && !icon ? <span className={styles.dot} aria-hidden="true" /> : icon}
      <span className={styles.words}>{children}</span>
      {value === undefined ? null : <span className={styles.value}>{value}</span>}
    </span>
  );
}
