import { useCallback, useEffect, useRef } from 'react';

/** How long an untouched page counts as newly shown, in milliseconds. */
const newForMs = 5_000;

/**
 * Whether a page is untouched: nobody has pressed anything since it was requested. A page in use is never silently replaced by another
 * version.
 *
 * @param visit rises with every page that is opened (`useVisit`)
 */
export function useNewlyShown(visit: number): () => boolean {
  /** The visit in which the page was first used. */
  const begun = useRef(0);
  useEffect(() => {
    const end = () => {
      begun.current = visit;
    };
    const timer = setTimeout(end, newForMs);
    addEventListener('pointerdown', end, true);
    addEventListener('keydown', end, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', end, true);
      removeEventListener('keydown', end, true);
    };
  }, [visit]);
  return useCallback(() => begun.current !== visit, [visit]);
}
