import { expect, it } from 'vitest';
import { nameText, text } from './fields.ts';

const name = nameText({ min: 1, max: 80 });

it.each(['Zoë', 'Nguyễn Thị', 'ᾧ', 'a\u0301\u0323b', '👩🏽\u200d🌾', 'می\u200cخواهم', 'हिन्दी'])(
  'takes %s for a name',
  (value) => expect(name.safeParse(value).success).toBe(true),
);

it.each([
  // Composed and in pieces: the first mark becomes part of the letter.
  ['a\u0301\u0301\u0301b', 'validation.combiningMarks'],
  ['\u00e1\u0301\u0301b', 'validation.combiningMarks'],
  ['\u1ec7\u0301', 'validation.combiningMarks'],
  ['b\u0301\u0301\u0301', 'validation.combiningMarks'],
  ['two\u2028lines', 'validation.controlCharacters'],
  ['two\u2029paragraphs', 'validation.controlCharacters'],
  ['next\u0085line', 'validation.controlCharacters'],
  ['an\ufff9notated', 'validation.visible'],
  ['soft\u00adhyphen', 'validation.visible'],
  ['zero\u200bwidth', 'validation.visible'],
])('refuses %j for a name', (value, message) => {
  expect(name.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('makes newlines of the separators of long text', () => {
  expect(text({ max: 80, lines: true }).parse('one\u2028two\r\nthree\u2029four')).toBe(
    'one\ntwo\nthree\nfour',
  );
});
