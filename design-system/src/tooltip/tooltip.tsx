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

/** How long a pointer rests before the first tooltip opens. */
export const tooltipOpenDelay = 700;
/** After one has closed, the next opens at once within this time. */
export const tooltipSkipDelay = 300;
/** Time to move the pointer from the button onto the words. */
const graceDelay = 120;

let lastClosedAt = Number.NEGATIVE_INFINITY;

export interface TooltipProps extends Omit<ComponentProps<'div'>, 'content' | 'children'> {
  /** A few words. Anything that must be read belongs on the page itself. */
  content: ReactNode;
  /** Where it stands, where there is room. */
  side?: Side;
  /** One element that can be focused. */
  children: ReactElement;
}

/** Words about a control, on hover after 700 ms and on keyboard focus at once; Escape hides them. */
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
            // It closes the tooltip and nothing else: a dialog around it stays.
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
