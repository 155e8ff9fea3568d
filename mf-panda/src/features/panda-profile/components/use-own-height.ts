import { type RefObject, useEffect } from 'react';

/**
 * Publishes an element's height to CSS as `--own-height`: a sticky column must know whether it fits the window, and CSS
 * cannot measure it.
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
