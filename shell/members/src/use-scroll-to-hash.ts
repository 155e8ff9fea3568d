import { useLocation } from '@frens/platform';
import { type RefObject, useEffect } from 'react';

interface ScrollOptions {
  /** Whether all above the part is there: before that the page may be too short. Default true. */
  isThere?: boolean;
  block?: ScrollLogicalPosition;
  /** What in it gets the focus, by a function that stays the same; by default the part itself. */
  focus?: (part: HTMLElement) => HTMLElement | null;
}

const itself = (part: HTMLElement) => part;

/**
 * Scrolls to the part of the page that the address names by its hash, and focuses it: a router does not look for anchors. A link that is
 * pressed again leads there again.
 */
export function useScrollToHash(
  hash: string,
  part: RefObject<HTMLElement | null>,
  { isThere = true, block = 'start', focus = itself }: ScrollOptions = {},
): void {
  const { hash: wanted, key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-deps -- `key`: the same link pressed again goes there again.
  useEffect(() => {
    if (wanted !== hash || !isThere || !part.current) return;
    part.current.scrollIntoView({ block });
    focus(part.current)?.focus({ preventScroll: true });
  }, [wanted, key, hash, part, isThere, block, focus]);
}
