import { useSyncExternalStore } from 'react';

/** Whether React renders ahead of the browser, or takes over what was rendered so: what only this browser knows must not show yet. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

const neverChanges = () => () => undefined;
