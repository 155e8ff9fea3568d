import { type RefObject, useLayoutEffect } from 'react';

export type Side = 'top' | 'bottom';
export type Align = 'start' | 'center' | 'end';

const gap = 6;
const edge = 8;

/**
 * Puts a fixed, floating element beside its anchor: on the wanted side, on the other one when there is no room,
 * and always inside the window. `start` and `end` follow the reading direction.
 */
function place(anchor: Element, floating: HTMLElement, side: Side, align: Align): void {
  // From the corner, where its natural width has room; measured elsewhere it might have wrapped.
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
 * Lifts an element into the top layer, where nothing clips it and it stands above an open dialog, and keeps it beside
 * its anchor while the page scrolls or changes its size.
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
