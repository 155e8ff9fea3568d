import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** How much it asks for attention: one `primary` on a screen; `danger` destroys, `celebrate` is for what one is glad of. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'celebrate';
  /** Its height; a finger can press each. */
  size?: 'sm' | 'md' | 'lg';
  /** Turns a ring in the button, which does nothing meanwhile; the words stay and keep the width, and the focus stays, too. */
  loading?: boolean;
  /** A picture before the words; screen readers skip it. */
  icon?: ReactNode;
  /** A picture after the words: where it leads. */
  iconEnd?: ReactNode;
  /** As wide as what it stands in. */
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
  onClick,
  ...rest
}: ButtonProps) {
  const Root = asChild ? Slot.Root : 'button';
  // Not `disabled` while it waits, whatever else locks it: a disabled button drops the focus, and who uses the keyboard starts over.
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
      // A press on it would otherwise send its form again.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={clsx(styles.root, className)}
    >
      {loading ? <Spinner size="sm" label="" /> : icon}
      <Slot.Slottable>{children}</Slot.Slottable>
      {iconEnd}
    </Root>
  );
}
