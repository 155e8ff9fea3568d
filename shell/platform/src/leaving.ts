import { leavingListeners } from './current-platform.ts';

/**
 * Flushes pending work, such as a removal that can still be undone, when the member leaves: reloads, goes to another page by
 * the browser, hides or closes the tab, where the browser may end the page without notice, or signs out, which waits for it.
 *
 * @param send sends it at once, with `keepalive`: the page may be gone before the answer
 * @returns a function that unregisters it
 */
export function onLeaving(send: () => Promise<unknown>): () => void {
  const leave = ({ type }: Event) => {
    if (type !== 'visibilitychange' || document.visibilityState === 'hidden') void send();
  };
  leavingListeners.add(send);
  // Before the next page is asked for, which would show the work as not done. Browsers on iPhones fire only the others.
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  return () => {
    leavingListeners.delete(send);
    removeEventListener('beforeunload', leave);
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
  };
}
