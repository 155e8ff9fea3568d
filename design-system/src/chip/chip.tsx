import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { Hue } from '../internal/hue.ts';
import { type Trait, traitHues } from '../panda/traits.ts';
import styles from './chip.module.css';

export interface ChipProps extends ComponentProps<'span'> {
  /** Background colour; the text must carry the meaning without it. */
  hue?: Hue;
  /** Uses the trait's fixed hue. */
  trait?: Trait;
  /** Icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  /** Value after the label, such as a trait's number. */
  value?: ReactNode;
}

/** A compact label: an interest, a tag, a trait. */
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
