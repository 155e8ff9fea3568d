import { type RefObject, useLayoutEffect } from 'react';

export type Side = 'top' | 'bottom';
export type Align = 'start' | 'center' | 'end';

const gap = 6;
const edge = 8;

/**
 * Positions a fixed element at its anchor: on the preferred side, flipped if there is no room, and always within the
 * viewport. `start` and `end` follow the reading direction.
 */
function place(anchor: Element, floating: HTMLElement, side: Side, align: Align): void {
  // Measure at the viewport's corner: elsewhere the element might already wrap.
  floating.style.left = '0px';
  floating.style.top = '0px';
  const a = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const { clientWidth, clientHeight } = document.documentElement;
  const above = a.top - gap - height;
  const below = a.bottom + gap;
  const fitsAbove = above >= edge;
  const fitsBelow = below + height <= clientHeight - edge;
  const isAbove = side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  const toLeft = (align === 'start') !== isRtl;
  const wanted = align === 'center' ? a.left + (a.width - width) / 2 : toLeft ? a.left : a.right - width;
  floating.style.left = `${Math.round(Math.max(edge, Math.min(wanted, clientWidth - width - edge)))}px`;
  floating.style.top = `${Math.round(isAbove ? above : below)}px`;
}

/**
 * Shows an element in the top layer (popover), above open dialogs and without clipping, and keeps it at its anchor on
 * scroll and resize.
 */
export function useFloating(
  floating: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  side: Side,
  align: Align,
): void {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!element) return;
    element.showPopover?.();
    const reposition = () => {
      if (anchor.current) place(anchor.current, element, side, align);
    };
    reposition();
    window.addEventListener('resize', reposition);
    window.addEventListener('scroll', reposition, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', reposition);
      window.removeEventListener('scroll', reposition, { capture: true });
    };
  }, [floating, anchor, side, align]);
}
