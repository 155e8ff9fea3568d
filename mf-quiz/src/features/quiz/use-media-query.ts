import { useSyncExternalStore } from 'react';

/**
 * Where there is likely a keyboard to tell of: with a mouse, and in no window as narrow as a phone. No query tells of the keyboard itself.
 * The numbers on the answers (`answer-card.module.css`) are shown there, too.
 */
export const withKeyboard = '(hover: hover) and (pointer: fine) and (min-width: 40rem)';

/** Follows a media query; false until the page is in a browser. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
