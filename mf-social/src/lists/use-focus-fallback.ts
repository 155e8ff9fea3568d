import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps keyboard users in place when the focused row of a list disappears: the focus moves to the list's heading, not to
 * the top of the page. The heading needs `tabIndex={-1}`.
 *
 * @param length number of rows
 */
export function useFocusFallback<Target extends HTMLElement>(length: number): RefObject<Target | null> {
  const heading = useRef<Target>(null);
  const lastLength = useRef(length);
  useEffect(() => {
    if (length < lastLength.current && document.activeElement === document.body) heading.current?.focus();
    lastLength.current = length;
  }, [length]);
  return heading;
}
