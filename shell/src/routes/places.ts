import { focusHeading, mainId } from './focus-heading.ts';

/** How long a page may take until it is as long as it was, in milliseconds. */
const growingTime = 3000;

/** Where somebody was on a page when they followed a link. */
export interface Place {
  /** How far it was scrolled, in pixels. */
  top: number;
  /** Where the link led: the page is rendered anew, so it can only be known by that. */
  href: string;
}

/** Remembers the place on this page from which a link inside it is followed, until the returned function is called. */
export function rememberPlaces(places: Map<string, Place>, address: string): () => void {
  const remember = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    const href = link?.getAttribute('href');
    if (href && link?.closest(`#${mainId}`)) places.set(address, { top: scrollY, href });
  };
  // Before the router hears of it.
  document.addEventListener('click', remember, { capture: true });
  return () => document.removeEventListener('click', remember, { capture: true });
}

/**
 * Scrolls to a place and focuses the link that was followed from there, or else the heading. A page that is not as long as it was yet is
 * waited for, unless somebody scrolls meanwhile.
 */
export function returnTo({ top, href }: Place): () => void {
  const { body } = document;
  const moves = ['wheel', 'touchmove', 'keydown'] as const;
  let stopFocus = focusHeading();
  const arrive = () => {
    scrollTo({ top, behavior: 'instant' });
    const link = document.querySelector<HTMLElement>(`#${mainId} a[href="${CSS.escape(href)}"]`);
    if (!link) return;
    stopFocus?.();
    stopFocus = undefined;
    link.focus({ preventScroll: true });
    if (Math.abs(scrollY - top) < 1) stop();
  };
  const observer = new ResizeObserver(arrive);
  // Of a long list what is there comes only where the page is scrolled to, and the page stays as long as it is.
  const items = new MutationObserver(arrive);
  const timer = setTimeout(() => stop(), growingTime);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    items.disconnect();
    for (const move of moves) removeEventListener(move, stop);
  };
  for (const move of moves) addEventListener(move, stop, { passive: true });
  observer.observe(body);
  items.observe(body, { childList: true, subtree: true });
  arrive();
  return () => {
    stop();
    stopFocus?.();
  };
}
