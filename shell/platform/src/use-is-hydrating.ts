import { useSyncExternalStore } from 'react';

/** Whether React renders ahead of the browser, or takes over what was rendered so: what only this browser knows must not show yet. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

/** For what is another value while React hydrates, and changes by nothing else. */
export const neverChanges = () => () => undefined;
