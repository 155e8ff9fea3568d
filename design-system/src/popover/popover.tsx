import { clsx } from 'clsx';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Align, useFloating } from '../internal/use-floating.ts';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<ComponentProps<'div'>, 'role' | 'ref'> {
  /** What it is called. */
  label: string;
  /** The button that opened it: it stands beside it, and the focus goes back there. */
  anchor: RefObject<HTMLElement | null>;
  /** Which edge of its button it stands at. */
  align?: Align;
  /** By Escape, by a press elsewhere or when the focus leaves it. */
  onClose: () => void;
}

/**
 * A panel beside its button, over the page and without closing that off. It takes the focus when it opens; Escape gives it back to the
 * button. Render it while it is open, right after the button: Tab goes on from there.
 */
export function Popover({
  label,
  anchor,
  align = 'end',
  onClose,
  className,
  children,
  ...rest
}: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating(panel, anchor, 'bottom', align);
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), []);

  const isWithin = (target: EventTarget | null) =>
    target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target));
  const closeFromOutside = useEffectEvent((event: PointerEvent) => {
    if (!isWithin(event.target)) onClose();
  });
  useEffect(() => {
    const onPress = (event: PointerEvent) => closeFromOutside(event);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    anchor.current?.focus();
    onClose();
  };
  // Nothing is focused for a moment when what had the focus goes, such as a button that is done: that is no leaving.
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !isWithin(event.relatedTarget)) onClose();
  };

  return (
    // It hears the keys of what is inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      {...rest}
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className={clsx(styles.root, className)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}
