import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useIsNear } from './use-is-near.ts';

let tell: (isIntersecting: boolean) => void;
const watched: Element[] = [];

class Watch {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    tell = (isIntersecting) => callback([{ isIntersecting }]);
  }
  observe(element: Element) {
    watched.push(element);
  }
  disconnect() {
    watched.length = 0;
  }
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', Watch));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Part() {
  const part = useRef<HTMLParagraphElement>(null);
  return <p ref={part}>{useIsNear(part) ? 'near' : 'far'}</p>;
}

/** Renders a part so many heights of the screen below its top. */
function renderAt(screens: number): HTMLElement {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, screens * innerHeight, 100, 100),
  );
  return render(<Part />).container;
}

it('is near at once less than a screen below what is shown', () => {
  expect(renderAt(1.9).textContent).toBe('near');
  expect(watched).toEqual([]);
});

it('becomes near as it is scrolled to, and stays so', () => {
  const part = renderAt(3);
  expect(part.textContent).toBe('far');
  act(() => tell(false));
  expect(part.textContent).toBe('far');
  act(() => tell(true));
  expect(part.textContent).toBe('near');
  expect(watched).toEqual([]);
});
