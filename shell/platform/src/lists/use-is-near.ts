import { type RefObject, useEffect, useState } from 'react';

/**
 * Acts each time an element comes less than a screen below what is shown, and within some margin above it.
 *
 * @param above how far above, as in CSS
 * @returns stops that
 */
export function whenNear(element: Element, act: () => void, above = '0px'): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // The last says how it is now.
      if (entries.at(-1)?.isIntersecting) act();
    },
    { rootMargin: `${above} 0px 100% 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** However far: a jump may pass an element without showing it. */
const passed = '1000000px';

/**
 * Whether an element has been near to what is shown, as a condition for asking for what stands in it: most visits of a long page see its top alone.
 * `useInfiniteQuery({ ...query, enabled: useIsNear(part) })`
 *
 * @param part is there from the first rendering on
 */
export function useIsNear(part: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (isNear || !element) return;
    const come = () => setIsNear(true);
    if (element.getBoundingClientRect().top > 2 * innerHeight) return whenNear(element, come, passed);
    // An observer would tell it with the next frame.
    come();
  }, [isNear, part]);
  return isNear;
}
