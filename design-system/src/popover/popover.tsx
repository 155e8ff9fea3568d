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
  /** Accessible name. */
  label: string;
  /** The button that opened it: its anchor, which gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  /** Edge of the button to align with. */
  align?: Align;
  /** Called on Escape, on a press outside, or when the focus leaves. */
  onClose: () => void;
}

/**
 * A non-modal panel anchored to its button. It takes the focus on opening; Escape returns it to the button.
 * Mount it only while open, right after the button in the DOM, so that Tab continues from there.
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
  // A focused element that disappears, such as a finished button, blurs without a `relatedTarget`: the focus has not left.
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !isWithin(event.relatedTarget)) onClose();
  };

  return (
    // Handles key events that bubble up from its content.
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
