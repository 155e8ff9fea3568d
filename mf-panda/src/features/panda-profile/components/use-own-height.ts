import { type RefObject, useEffect } from 'react';

/**
 * Tells the styles of an element how high it is, as `--own-height`: a column that sticks must know whether it fits
 * the window, and CSS cannot ask.
 */
export function useOwnHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      current.style.setProperty('--own-height', `${current.offsetHeight}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}
