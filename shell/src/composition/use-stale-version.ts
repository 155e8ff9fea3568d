import { useCallback, useEffect, useRef } from 'react';

/** How long a page counts as newly shown when nobody touches it, in milliseconds. */
const newForMs = 5_000;

/**
 * Tells whether a page is only just coming up: nobody has pressed anything since it was asked for. What somebody has begun to use is not
 * exchanged for another version without a word.
 *
 * @param visit rises with every page that is opened (`useVisit`)
 */
export function useNewlyShown(visit: number): () => boolean {
  /** The visit in which somebody began to use the page. */
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
