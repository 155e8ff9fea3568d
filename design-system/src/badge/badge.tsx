import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { Hue } from '../internal/hue.ts';
import styles from './badge.module.css';

export interface BadgeProps extends ComponentProps<'span'> {
  /** Background colour; the text must carry the meaning without it. */
  hue?: Hue;
}

/** A short label for a type, a status or a score. */
export function Badge({ hue = 'neutral', className, ...rest }: BadgeProps) {
  return <span data-hue={hue} {...rest} className={clsx(styles.root, className)} />;
}
