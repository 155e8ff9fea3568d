import { expect, it } from 'vitest';
import { nameText, text, uniqueFolded } from './fields.ts';

const name = nameText({ min: 1, max: 80 });

it.each([
  'Zoë',
  'Nguyễn Thị Ngọc Ánh',
  'ᾧ',
  'a\u0301\u0323b',
  'שִׁמְעוֹן',
  'בְּרֵאשִׁ֖ית',
  'مُحَمَّد',
  'ٱللَّٰه',
  'กุ้ง ปิ่น',
  'སྒྲོལ་མ',
  'བསྒྲུབས་ ཧཱུྃ ཀྵྨྲྱཱུྃ',
  'ကြွှိုင့်',
  'ស្ត្រី',
  'क्ष्म्यैं',
  'が',
  '葛\u{e0100}',
  'ᠪᠠᠭ᠎ᠠ',
  'അനില്\u200d',
  'র\u200d্যাব',
  'می\u200cخواهم',
  'हिन्दी',
  '👩🏽\u200d🌾',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿 Nia',
  '🏳️\u200d🌈 7️⃣ ☺︎',
])('takes %s for a name', (value) => expect(name.safeParse(value).data).toBe(value.normalize('NFC')));

it.each([
  ['b\u0301\u0301\u0301', 'validation.combiningMarks'],
  // Composed: the first two marks are part of the letter.
  ['\u1ec7\u0301', 'validation.combiningMarks'],
  ['ᾧ\u0301', 'validation.combiningMarks'],
  ['กุ้้้', 'validation.combiningMarks'],
  [`Z${'\u0335\u0489'.repeat(18)}`, 'validation.combiningMarks'],
  [`ས${'\u0f71'.repeat(9)}`, 'validation.combiningMarks'],
  [`क${'\u0948'.repeat(7)}`, 'validation.combiningMarks'],
  ['two\u2028lines', 'validation.controlCharacters'],
  ['two\u2029paragraphs', 'validation.controlCharacters'],
  ['next\u0085line', 'validation.controlCharacters'],
  ['an\ufff9notated', 'validation.visible'],
  ['soft\u00adhyphen', 'validation.visible'],
  ['zero\u200bwidth', 'validation.visible'],
  ['left\u200eto right', 'validation.visible'],
  ['a\ufe0fb', 'validation.visible'],
  ['🏴\u{e0067}', 'validation.visible'],
  ['🏴\u{e0068}\u{e0069}\u{e0064}\u{e0064}\u{e0065}\u{e006e}\u{e0073}\u{e007f}', 'validation.visible'],
])('refuses %j for a name', (value, message) => {
  expect(name.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('refuses marks that hide between others', () => {
  expect(text({ max: 80 }).safeParse('Z\u0301\u200d\u0301\u034f\u0301\u0301').success).toBe(false);
});

it.each([
  '\u200b',
  '\u2800',
  '\u3164',
  '\uffa0\u115f',
  '\u00ad\u2060',
  '\u0301',
  '\u{1d159}',
  ' \u200b\n\u2800',
])('takes %j, of which nothing is seen, for empty', (value) => {
  expect(text({ max: 80, lines: true }).parse(value)).toBe('');
  expect(text({ min: 1, max: 80, lines: true }).safeParse(value).success).toBe(false);
});

it('makes newlines of the separators of long text', () => {
  expect(text({ max: 80, lines: true }).parse('one\u2028two\r\nthree\u2029four')).toBe(
    'one\ntwo\nthree\nfour',
  );
});

it('keeps the first spelling of what is in a list twice', () => {
  expect(uniqueFolded(['Tea', 'Yoga', '*', 'yoga', 'YOGA', 'Yo\u200bga', '✦', 'téa', 'C++', 'C'])).toEqual([
    'Tea',
    'Yoga',
    '*',
    '✦',
    'C++',
    'C',
  ]);
});
