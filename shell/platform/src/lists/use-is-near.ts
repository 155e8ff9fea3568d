import { type RefObject, useEffect, useState } from 'react';

/**
 * Calls back each time an element comes within one screen below the viewport, or a margin above it.
 *
 * @param above the margin above, as a CSS length
 * @returns a function that stops observing
 */
export function whenNear(element: Element, act: () => void, above = '0px'): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // The last entry is the current state.
      if (entries.at(-1)?.isIntersecting) act();
    },
    { rootMargin: `${above} 0px 100% 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Unlimited: a jump may skip an element. */
const passed = '1000000px';

/**
 * Whether an element has been near the viewport, to load its data lazily: most visits of a long page see only its top.
 * `useInfiniteQuery({ ...query, enabled: useIsNear(part) })`
 *
 * @param part must be rendered from the start
 */
export function useIsNear(part: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (isNear || !element) return;
    const come = () => setIsNear(true);
    if (element.getBoundingClientRect().top > 2 * innerHeight) return whenNear(element, come, passed);
    // An observer would report it one frame later.
    come();
  }, [isNear, part]);
  return isNear;
}
