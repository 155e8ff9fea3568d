import { safeSessionStorage } from '@frens/platform/internal';
import { focusHeading, mainId } from './focus-heading.ts';

/** How long a page may take to reach its earlier height, in milliseconds: its data loads later. */
const growingTime = 10_000;

/** The position on a page when it was left. */
export interface Place {
  /** The scroll offset in pixels. */
  top: number;
  /** The target of the followed link, which identifies it after the page is rendered again. Absent after a reload. */
  href?: string;
}

const storageKey = 'place';
/** The router's key of the history entry, which survives a reload. */
const entryKey = (): string => history.state?.key ?? '';

/** Stores the position on this page for a reload, until the returned function is called. */
export function keepPlace(address: string): () => void {
  const keep = () =>
    safeSessionStorage.write(storageKey, JSON.stringify({ address, entry: entryKey(), top: scrollY }));
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}

/** The position on this page before a reload or a return to its document. */
export function keptPlace(address: string): Place | undefined {
  // Entries of this type are these.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return undefined;
  const place = JSON.parse(safeSessionStorage.read(storageKey) ?? 'null');
  return place?.address === address && place.entry === entryKey() ? { top: place.top } : undefined;
}

const placesKey = 'places';
const mostPlaces = 20;

/** The positions from which links were followed in this tab, by address; they survive a reload. */
export const storedPlaces = (): Map<string, Place> =>
  new Map(JSON.parse(safeSessionStorage.read(placesKey) ?? '[]'));

/** Records the position whenever a link on the page is followed, until the returned function is called. */
export function rememberPlaces(places: Map<string, Place>, address: string): () => void {
  const remember = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    const href = link?.getAttribute('href');
    if (!href || !link?.closest(`#${mainId}`)) return;
    places.delete(address);
    places.set(address, { top: scrollY, href });
    safeSessionStorage.write(placesKey, JSON.stringify([...places].slice(-mostPlaces)));
  };
  // In the capture phase, before the router.
  document.addEventListener('click', remember, { capture: true });
  return () => document.removeEventListener('click', remember, { capture: true });
}

/**
 * Restores a scroll position and focuses the link that was followed from there, or else the heading; after a reload the browser restores the
 * focus. It waits until the page is long enough, unless the member scrolls meanwhile.
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
  // A virtualized list renders only what is scrolled to, at a constant height.
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
