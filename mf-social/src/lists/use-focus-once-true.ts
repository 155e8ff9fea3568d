import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves a lost focus to the heading of a part once something has become true: what was done there is over and gone, and the
 * keyboard goes on at what took its place (D64). Whoever has the focus elsewhere keeps it.
 *
 * @returns for the part that holds the heading
 */
export function useFocusOnceTrue<Target extends HTMLElement>(isTrue: boolean): RefObject<Target | null> {
  const part = useRef<Target>(null);
  const wasTrue = useRef(isTrue);
  useLayoutEffect(() => {
    const hasBecome = isTrue && !wasTrue.current;
    wasTrue.current = isTrue;
    if (!hasBecome || document.activeElement !== document.body) return;
    const heading = part.current?.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  }, [isTrue]);
  return part;
}
