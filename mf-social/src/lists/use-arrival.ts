import { useLocation } from '@frens/platform';
import { type RefObject, useEffect } from 'react';

/**
 * A link that names a part of the page leads to that part's heading, and again when it is pressed again.
 *
 * @param isThere once what it heads is there: before, the page may be too short
 */
export function useArrival(part: string, heading: RefObject<HTMLElement | null>, isThere = true): void {
  const { hash, key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-deps -- `key`: the same link pressed again goes there again.
  useEffect(() => {
    if (hash !== part || !isThere) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash, key, part, heading, isThere]);
}
