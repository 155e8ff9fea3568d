import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Emphasis: one `primary` per screen; `danger` for destructive actions, `celebrate` for happy ones. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'celebrate';
  /** Height; every size is large enough for touch. */
  size?: 'sm' | 'md' | 'lg';
  /** Shows a spinner and ignores presses. The label keeps the width, and the button keeps the focus. */
  loading?: boolean;
  /** Icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  /** Icon after the label: shows where it leads. */
  iconEnd?: ReactNode;
  /** Fills its container. */
  fullWidth?: boolean;
  /** Styles its single child instead of rendering a button, for instance a router link. */
  asChild?: boolean;
}

/** Triggers an action. One `primary` per view; `celebrate` for staking and finishing. */
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
  onClick,
  ...rest
}: ButtonProps) {
  const Root = asChild ? Slot.Root : 'button';
  // Not `disabled` while loading, even if it is: a disabled button loses the focus, and keyboard users would start over.
  const native = asChild
    ? {}
    : {
        type: type ?? ('button' as const),
        disabled: disabled && !loading,
        'aria-disabled': loading || undefined,
      };
  return (
    <Root
      {...native}
      aria-busy={loading || undefined}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-loading={loading || undefined}
      {...rest}
      // Otherwise a press while loading would submit the form again.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={clsx(styles.root, className)}
    >
      {loading ? <Spinner size="sm" label="" /> : icon}
      <Slot.Slottable>{children}</Slot.Slottable>
      {iconEnd}
    </Root>
  );
}
