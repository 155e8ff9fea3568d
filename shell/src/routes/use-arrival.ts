import { useEffect, useRef } from 'react';

/** Id of the main landmark, which takes the focus when a new page is opened. */
export const mainId = 'main';

/**
 * Does what a browser does by itself on a full page load: a new address starts at the top, with the focus at its content.
 * An address with an anchor goes to the anchor.
 *
 * @param pathname path of the page on show
 */
export function useArrival(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (location.hash) return;
    scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [pathname]);
}
