import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name, required because the icon has none. */
  label: string;
  /** `secondary`: with a border, for a button that stands alone. */
  variant?: 'ghost' | 'secondary';
  /** Visual size. */
  size?: 'sm' | 'md';
  /** Styles its single child instead of rendering a button. */
  asChild?: boolean;
}

/** A square button with one icon, at least 44 px on touch screens. */
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
