import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves a lost focus to a section's heading when a condition becomes true: the focused control has disappeared, and its
 * replacement is there (D64). It leaves a focus elsewhere alone.
 *
 * @returns ref for the section that holds the heading
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
