import { useCallback, useEffect, useRef } from 'react';

/** How long an untouched page counts as newly shown, in milliseconds. */
const newForMs = 5_000;

/**
 * Whether a page is newly shown: nobody has pressed anything since it was requested. What somebody has begun to use is never
 * silently exchanged for another version.
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
