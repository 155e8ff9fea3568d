import { safeSessionStorage } from '@frens/platform';
import { focusHeading, mainId } from './focus-heading.ts';

/** How long a page may take until it is as long as it was, in milliseconds: its data comes after it. */
const growingTime = 10_000;

/** Where somebody was on a page when they left it. */
export interface Place {
  /** How far it was scrolled, in pixels. */
  top: number;
  /** Where the link led that they followed: the page is rendered anew, so it can only be known by that. Absent where they loaded it again. */
  href?: string;
}

const storageKey = 'place';
/** The router's key of the entry in the history, which a reload keeps. */
const entryKey = (): string => history.state?.key ?? '';

/** Keeps the place on this page for when its document is loaded again, until the returned function is called. */
export function keepPlace(address: string): () => void {
  const keep = () =>
    safeSessionStorage.write(storageKey, JSON.stringify({ address, entry: entryKey(), top: scrollY }));
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}

/** The place on this page before its document was loaded again, by a reload or by going back to it. */
export function keptPlace(address: string): Place | undefined {
  // Entries of this type are these.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return undefined;
  const place = JSON.parse(safeSessionStorage.read(storageKey) ?? 'null');
  return place?.address === address && place.entry === entryKey() ? { top: place.top } : undefined;
}

const placesKey = 'places';
const mostPlaces = 20;

/** The places that links were followed from in this tab, by address, also before its document was loaded again. */
export const storedPlaces = (): Map<string, Place> =>
  new Map(JSON.parse(safeSessionStorage.read(placesKey) ?? '[]'));

/** Remembers the place on this page from which a link inside it is followed, until the returned function is called. */
export function rememberPlaces(places: Map<string, Place>, address: string): () => void {
  const remember = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    const href = link?.getAttribute('href');
    if (!href || !link?.closest(`#${mainId}`)) return;
    places.delete(address);
    places.set(address, { top: scrollY, href });
    safeSessionStorage.write(placesKey, JSON.stringify([...places].slice(-mostPlaces)));
  };
  // Before the router hears of it.
  document.addEventListener('click', remember, { capture: true });
  return () => document.removeEventListener('click', remember, { capture: true });
}

/**
 * Scrolls to a place and focuses the link that was followed from there, or else the heading; on a page that was loaded again the focus is the
 * browser's. A page that is not as long as it was yet is waited for, unless somebody scrolls meanwhile.
 */
export function returnTo({ top, href }: Place): () => void {
  const { body } = document;
  const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  let stopFocus = href === undefined ? undefined : focusHeading();
  const arrive = () => {
    scrollTo({ top, behavior: 'instant' });
    const isThere = Math.abs(scrollY - top) < 1;
    if (href === undefined) {
      if (isThere) stop();
      return;
    }
    const link = document.querySelector<HTMLElement>(`#${mainId} a[href="${CSS.escape(href)}"]`);
    if (!link) return;
    stopFocus?.();
    stopFocus = undefined;
    link.focus({ preventScroll: true });
    if (isThere) stop();
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
