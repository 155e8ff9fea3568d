import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';

import { type Align, useFloating } from '../internal/use-floating.ts';
import styles from './dropdown-menu.module.css';
import { type MenuOpening, MenuTrigger, useOpenMenu } from './menu-trigger.tsx';

export interface DropdownMenuProps extends Omit<ComponentProps<'div'>, 'children'>, MenuOpening {
  /** Edge of the button to align with. */
  align?: Align;
  /** The menu items. */
  children: ReactNode;
}

/** A button with a menu of actions. Arrow keys, Home, End, type-ahead, Escape and Tab work as in a native menu. */
export function DropdownMenu({ trigger, open, defaultOpen, onOpenChange, ...menu }: DropdownMenuProps) {
  return (
    <MenuTrigger trigger={trigger} open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Menu {...menu} />
    </MenuTrigger>
  );
}

export interface MenuProps extends ComponentProps<'div'> {
  /** Edge of the button to align with. */
  align?: Align;
}

const itemSelector = '[role^="menuitem"]:not([aria-disabled="true"])';

/** The open menu of the surrounding `MenuTrigger`. */
export function Menu({ align = 'start', className, children, ...rest }: MenuProps) {
  const { id, anchor, focusLast, close } = useOpenMenu();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
  const closeFromOutside = useEffectEvent(() => close(false));

  useFloating(menu, anchor, 'bottom', align);

  useLayoutEffect(() => {
    const all = menu.current?.querySelectorAll<HTMLElement>(itemSelector);
    all?.[focusLast ? all.length - 1 : 0]?.focus({ preventScroll: true });
  }, [focusLast]);

  useEffect(() => {
    const onOutside = (event: PointerEvent) => {
      const target = event.target;
      if (!(target instanceof Node)) return;
      if (!menu.current?.contains(target) && !anchor.current?.contains(target)) closeFromOutside();
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const list = items();
    const at = list.findIndex((item) => item === document.activeElement);
    const go = (index: number) => {
      event.preventDefault();
      list.at(index % list.length)?.focus();
    };
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') close();
    else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at < 0 ? -1 : at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === ' ' && at >= 0) {
      event.preventDefault();
      list[at]?.click();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLocaleLowerCase();
      const rotated = [...list.slice(at + 1), ...list.slice(0, at + 1)];
      rotated.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter))?.focus();
    }
  };

  return (
    <div
      aria-labelledby={`${id}-trigger`}
      {...rest}
      id={id}
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover="manual"
      className={clsx(styles.root, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

export interface MenuItemProps extends Omit<ComponentProps<'button'>, 'onSelect'> {
  /** Runs the action; the menu closes. */
  onSelect?: () => void;
  /** Icon before the label, hidden from screen readers. */
  icon?: ReactNode;
  /** `danger`: a destructive action. */
  tone?: 'neutral' | 'danger';
  /** The item is its single child, a link. */
  asChild?: boolean;
}

/** One action of a menu; with `asChild`, its single child (a router link) is the item. Choosing it closes the menu. */
export function MenuItem({
  onSelect,
  icon,
  tone = 'neutral',
  asChild = false,
  disabled,
  className,
  children,
  ...rest
}: MenuItemProps) {
  const { close } = useOpenMenu();
  const Root = asChild ? Slot.Root : 'button';
  return (
    <Root
      {...(asChild ? {} : { type: 'button' as const })}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      data-tone={tone}
      {...rest}
      onClick={(event) => {
        if (disabled) {
          event.preventDefault();
          return;
        }
        rest.onClick?.(event);
        onSelect?.();
        close();
      }}
      onPointerMove={(event) => {
        if (!disabled && event.pointerType === 'mouse') event.currentTarget.focus({ preventScroll: true });
      }}
      className={clsx(styles.item, className)}
    >
      {icon}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Root>
  );
}

/** A heading inside a menu, such as the signed-in member's name. */
export function MenuLabel({ className, ...rest }: ComponentProps<'div'>) {
  return <div role="presentation" {...rest} className={clsx(styles.label, className)} />;
}

/** A line between groups of items. */
export function MenuSeparator({ className, ...rest }: ComponentProps<'hr'>) {
  return <hr {...rest} className={clsx(styles.separator, className)} />;
}
