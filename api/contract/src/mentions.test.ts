import { expect, it } from 'vitest';
import { mentionedIn, partsOf } from './mentions.ts';

it.each([
  ['Tea with @maya.okafor and @olu-2.', ['maya.okafor', 'olu-2']],
  ['@maya, (@Olu)! @maya', ['maya', 'Olu']],
  ['Write to maya@frens.example or @@olu', []],
  ['@', []],
  ['', []],
])('finds who is called in %j', (text, names) => {
  expect(mentionedIn(text)).toEqual(names);
});

it('loses nothing of a text', () => {
  const text = '@maya\nbrings bread, @olu: soup…';
  expect(partsOf(text).map((part) => part.text)).toEqual(['@maya', '\nbrings bread, ', '@olu', ': soup…']);
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
