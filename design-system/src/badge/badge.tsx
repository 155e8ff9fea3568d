import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { Hue } from '../internal/hue.ts';
import tint from '../internal/tint.module.css';
import styles from './badge.module.css';

export interface BadgeProps extends ComponentProps<'span'> {
  /** The colour that goes with what it says; it never says it alone. */
  hue?: Hue;
}

/** A fixed word about a thing: its type, its state, its score. */
export function Badge({ hue = 'neutral', className, ...rest }: BadgeProps) {
  return <span data-hue={hue} {...rest} className={clsx(tint.root, styles.root, className)} />;
}
