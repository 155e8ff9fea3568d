import { useSyncExternalStore } from 'react';

/**
 * Follows a media query; false in a browser that knows none.
 *
 * @param rendered what pages rendered ahead show, until it is known: something that its style hides elsewhere, so that nothing moves
 */
export function useMediaQuery(query: string, rendered = false): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    () => globalThis.matchMedia?.(query).matches ?? false,
    () => rendered,
  );
}
