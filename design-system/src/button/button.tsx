import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'celebrate';
  size?: 'sm' | 'md' | 'lg';
  /** Disables the button and turns a ring in it; the words stay and keep the width. */
  loading?: boolean;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  fullWidth?: boolean;
  /** Gives the looks to the one child element, for instance a router link. */
  asChild?: boolean;
}

/** The one way to start something. One `primary` per view; `celebrate` for staking and finishing. */
export function Button({
  variant = 'primary',
  size = 'md',
  loading = false,
  icon,
  iconEnd,
  fullWidth = false,
  asChild = false,
  disabled,
  className,
  children,
  type,
  ...rest
}: ButtonProps) {
  const Root = asChild ? Slot.Root : 'button';
  const native = asChild ? {} : { type: type ?? ('button' as const), disabled: disabled || loading };
  return (
    <Root
      {...native}
      aria-busy={loading || undefined}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-loading={loading || undefined}
      {...rest}
      className={clsx(styles.root, className)}
    >
      {loading ? <Spinner size="sm" label="" /> : icon}
      <Slot.Slottable>{children}</Slot.Slottable>
      {iconEnd}
    </Root>
  );
}
