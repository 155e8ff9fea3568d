import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

export interface VisuallyHiddenProps extends ComponentProps<'span'> {
  /** Styles its single child instead of rendering an element. */
  asChild?: boolean;
}

/** Text for screen readers only. */
export function VisuallyHidden({ asChild = false, className, ...rest }: VisuallyHiddenProps) {
  const Root = asChild ? Slot.Root : 'span';
  return <Root {...rest} className={clsx(styles.root, className)} />;
}
