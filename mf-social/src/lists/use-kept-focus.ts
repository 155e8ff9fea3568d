import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place when the focused row of a list goes away: the focus moves to the list's heading and not to
 * the top of the page. The heading needs `tabIndex={-1}`.
 *
 * @param length how many rows there are
 */
export function useKeptFocus<Target extends HTMLElement>(length: number): RefObject<Target | null> {
  const heading = useRef<Target>(null);
  const lastLength = useRef(length);
  useEffect(() => {
    if (length < lastLength.current && document.activeElement === document.body) heading.current?.focus();
    lastLength.current = length;
  }, [length]);
  return heading;
}
