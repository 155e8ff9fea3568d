import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: no-preference)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the reader is fine with movement; false on a server, so that a page prepared there stands still first. */
export function useMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
