import { useLocation } from '@frens/platform';
import { type RefObject, useEffect } from 'react';

interface ScrollOptions {
  /** Whether all content above has loaded: before that, the page may be too short to scroll. Default true. */
  isThere?: boolean;
  block?: ScrollLogicalPosition;
  /** Finds the focus target within the part; must be a stable function. Defaults to the part itself. */
  focus?: (part: HTMLElement) => HTMLElement | null;
}

const itself = (part: HTMLElement) => part;

/**
 * Scrolls to the part of the page in the URL's hash, and focuses it, because routers ignore anchors. Following the same link again repeats
 * it.
 */
export function useScrollToHash(
  hash: string,
  part: RefObject<HTMLElement | null>,
  { isThere = true, block = 'start', focus = itself }: ScrollOptions = {},
): void {
  const { hash: wanted, key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-deps -- `key`: following the same link again repeats it.
  useEffect(() => {
    if (wanted !== hash || !isThere || !part.current) return;
    part.current.scrollIntoView({ block });
    focus(part.current)?.focus({ preventScroll: true });
  }, [wanted, key, hash, part, isThere, block, focus]);
}
