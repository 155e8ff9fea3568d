import { leavingListeners } from './current-platform.ts';

/**
 * Flushes pending work, such as a removal that can still be undone, when the member leaves: hides or closes the tab, where the
 * browser may end the page without notice, or signs out, which waits for it.
 *
 * @param send sends it at once, with `keepalive`: the page may be gone before the answer
 * @returns a function that unregisters it
 */
export function onLeaving(send: () => Promise<unknown>): () => void {
  const leave = ({ type }: Event) => {
    if (type === 'pagehide' || document.visibilityState === 'hidden') void send();
  };
  leavingListeners.add(send);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  return () => {
    leavingListeners.delete(send);
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
  };
}
