import { act } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { guardTranslation } from './guard-translation.ts';
import { translatePage } from './testing/translate-page.ts';

/** What React may do to text that is not alone in its element: before and after. */
const changes: Record<string, [before: ReactNode, after: ReactNode]> = {
  'an element comes before a text': [
    [null, 'Save'],
    [<i key="i">…</i>, 'Save'],
  ],
  'an element before a text goes': [
    [<i key="i">…</i>, 'Save'],
    [null, 'Save'],
  ],
  'an element makes way for another': [
    [<i key="i" />, 'Save'],
    [<b key="b">!</b>, 'Save'],
  ],
  'a text comes before another': [
    [null, 'Maya'],
    ['With ', 'Maya'],
  ],
  'a text goes': [
    ['With ', 'Maya'],
    [null, 'Maya'],
  ],
  'a text is written anew': [
    ['Seen by ', '3', <i key="i">!</i>],
    ['Seen by ', '4', <i key="i">!</i>],
  ],
  'a text makes way for an element': [
    ['Wait', <i key="i">!</i>],
    [<b key="b">Done</b>, <i key="i">!</i>],
  ],
  'a lone text makes way for an element': ['Wait', <b key="b">Done</b>],
  'a lone text is written anew': ['Wait', 'Done'],
  'a fragment of texts goes': [
    [<Fragment key="f">One {'two'}</Fragment>, 'three'],
    [null, 'three'],
  ],
  'texts change places': [
    ['a', 'b', 'c'].map((name) => <Fragment key={name}>{name}</Fragment>),
    ['c', 'a', 'b'].map((name) => <Fragment key={name}>{name}</Fragment>),
  ],
  'all goes': [['With ', <i key="i">!</i>, 'Maya'], null],
};

/** Waits until the translator and the guard have seen what the other did. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

const elements = (of: Element) => [...of.querySelectorAll(':not(font)')].map(({ nodeName }) => nodeName);
const container = () => document.body.appendChild(document.createElement('div'));

for (const way of ['replace', 'wrap'] as const) {
  describe(`on a page whose translator would ${way} text`, () => {
    beforeAll(() => {
      const ends = [guardTranslation(), translatePage(way)];
      return () => ends.forEach((end) => end());
    });

    it.each(Object.entries(changes))('shows what React means: %s', async (_name, [before, after]) => {
      const element = container();
      const root = createRoot(element);
      onTestFinished(() => act(() => root.unmount()));
      await act(async () => root.render(before));
      await settle();
      expect(element.textContent === '' || element.querySelector('font')).toBeTruthy();
      // Twice: what the translator has made of the change is changed, too.
      for (const next of [after, before, after]) {
        await act(async () => root.render(next));
        await settle();
      }
      const meant = document.createElement('div');
      meant.innerHTML = renderToStaticMarkup(after);
      expect(element.textContent).toBe(meant.textContent);
      expect(elements(element)).toEqual(elements(meant));
    });
  });
}

it('leaves the methods of a page alone that nobody translates', () => {
  const { insertBefore } = Node.prototype;
  const end = guardTranslation();
  container().append('Save', document.createElement('i'));
  expect(Node.prototype.insertBefore).toBe(insertBefore);
  end();
});
