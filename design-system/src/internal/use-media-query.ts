import { useSyncExternalStore } from 'react';

/**
 * Subscribes to a media query; false in browsers without `matchMedia`.
 *
 * @param rendered value for prerendering and hydration. Its content must be hidden by CSS where the query differs, to avoid layout shift
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
