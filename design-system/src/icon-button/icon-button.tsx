import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Required: the icon alone says nothing to a screen reader. */
  label: string;
  /** `secondary`: with an edge, where it stands alone. */
  variant?: 'ghost' | 'secondary';
  /** How much room it takes. */
  size?: 'sm' | 'md';
  /** Gives its looks to the one element inside it instead of an element of its own. */
  asChild?: boolean;
}

/** A square button of one icon, always at least 44 px on touch screens. */
export function IconButton({
  label,
  variant = 'ghost',
  size = 'md',
  asChild = false,
  className,
  type,
  ...rest
}: IconButtonProps) {
  const Root = asChild ? Slot.Root : 'button';
  return (
    <Root
      {...(asChild ? {} : { type: type ?? ('button' as const) })}
      aria-label={label}
      data-variant={variant}
      data-size={size}
      {...rest}
      className={clsx(styles.root, className)}
    />
  );
}
