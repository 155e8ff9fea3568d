import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { type ComponentType, createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';

interface Contract<Props> {
  /** Minimal props to render it. */
  props: Props;
  /** Finds the element that receives `ref` and other attributes; `className` always goes to the root. */
  rest?: (container: HTMLElement) => Element | null;
  /** Finds the root, if it is not the first element. */
  root?: (container: HTMLElement) => Element | null;
}

/** Contract tests for every component: ref, className, other attributes, and no accessibility violations. */
export function describeComponent<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
  { props, root = (container) => container.firstElementChild, rest = root }: Contract<Props>,
): void {
  describe(`${name} as a component`, () => {
    afterEach(cleanup);

    it('gives its root the class name beside its own', () => {
      const { container } = render(createElement(Component, { ...props, className: 'from-outside' }));
      const element = root(container);
      expect(element?.classList.contains('from-outside')).toBe(true);
      expect(element?.classList.length).toBeGreaterThan(1);
    });

    it('passes on ref and other attributes', () => {
      let received: Element | null = null;
      const { container } = render(
        createElement(Component, {
          ...props,
          'data-from-outside': 'yes',
          ref: (element: Element | null) => {
            if (element) received = element;
          },
        }),
      );
      const element = rest(container);
      expect(element?.getAttribute('data-from-outside')).toBe('yes');
      expect(received).toBe(element);
    });

    it('has no accessibility violation', async () => {
      const { baseElement } = render(createElement(Component, props));
      expect(await violationsIn(baseElement)).toEqual([]);
    });
  });
}

/** Rule and HTML of each violation. Contrast and landmarks need a page, so the story tests check them. */
export async function violationsIn(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
