import { useSyncExternalStore } from 'react';

/** Whether React prerenders or hydrates: values known only to this browser must not be rendered yet. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

/** A value that differs during hydration and never changes afterwards. */
export const neverChanges = () => () => undefined;
