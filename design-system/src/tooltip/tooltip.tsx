import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type Side, useFloating } from '../internal/use-floating.ts';
import styles from './tooltip.module.css';

/** Hover delay before the first tooltip opens, in milliseconds. */
export const tooltipOpenDelay = 700;
/** Within this time after one has closed, the next opens at once, in milliseconds. */
export const tooltipSkipDelay = 300;
/** Time to move the pointer from the button onto the tooltip, in milliseconds. */
const graceDelay = 120;

let lastClosedAt = Number.NEGATIVE_INFINITY;

export interface TooltipProps extends Omit<ComponentProps<'div'>, 'content' | 'children'> {
  /** A few words. Essential information belongs on the page itself. */
  content: ReactNode;
  /** Preferred side, if there is room. */
  side?: Side;
  /** A single focusable element. */
  children: ReactElement;
}

/** A description of a control, after 700 ms of hover or at once on keyboard focus; Escape hides it. */
export function Tooltip({ content, side = 'top', children, className, ...rest }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);

  const later = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!next) lastClosedAt = performance.now();
      setOpen(next);
    }, delay);
  };
  const hideNow = () => {
    clearTimeout(timer.current);
    if (isOpen) lastClosedAt = performance.now();
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={(event: PointerEvent) => {
          if (event.pointerType === 'touch') return;
          later(true, performance.now() - lastClosedAt < tooltipSkipDelay ? 0 : tooltipOpenDelay);
        }}
        onPointerLeave={() => (isOpen ? later(false, graceDelay) : clearTimeout(timer.current))}
        onPointerDown={hideNow}
        onFocus={() => {
          if (anchor.current?.matches(':focus-visible')) later(true, 0);
        }}
        onBlur={hideNow}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape' && isOpen) {
            // Closes the tooltip only: a surrounding dialog stays open.
            event.preventDefault();
            hideNow();
          }
        }}
      >
        {children}
      </Slot.Root>
      {isOpen ? (
        <OpenTooltip
          {...rest}
          id={id}
          anchor={anchor}
          side={side}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(false, graceDelay)}
          className={clsx(styles.root, className)}
        >
          {content}
        </OpenTooltip>
      ) : null}
    </>
  );
}

interface OpenTooltipProps extends ComponentProps<'div'> {
  anchor: RefObject<HTMLElement | null>;
  side: Side;
}

function OpenTooltip({ anchor, side, ...rest }: OpenTooltipProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useFloating(bubble, anchor, side, 'center');
  return <div {...rest} ref={bubble} role="tooltip" popover="manual" />;
}
