import { beforeEach, expect, it } from 'vitest';
import { i18n, texts } from '../current-platform.ts';
import { lengthenTexts, pseudoText } from './pseudo-texts.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

beforeEach(async () => {
  openTestPlatform();
  await startTestTexts();
});

it.each([
  'Browse frens',
  'All',
  'rhythms',
  'Connect with someone you like: once they accept, you’re friends.',
])('lengthens "%s" by 40 %%', (text) => {
  const longer = pseudoText(text);
  expect(longer).toHaveLength(text.length + Math.ceil(text.length * 0.4));
  expect(longer).not.toBe(text);
});

it('leaves what a text is filled with', () => {
  expect(pseudoText('{{count, number}} of {{name}}')).toBe('{{count, number}} óóf {{name}}~');
});

it('lengthens the texts of a page, those of a section and of a remote too, and not those of the next page', async () => {
  const locale = async () => ({ default: { list: { more: 'More of {{name}}' } } });
  await texts.add('mf-any', { en: locale, es: locale });
  const before = i18n.t('shell:error.retry');
  lengthenTexts();
  expect(i18n.t('shell:error.retry')).toBe(pseudoText(before));
  expect(i18n.textsIn('en')['mf-any']).toEqual({ list: { more: pseudoText('More of {{name}}') } });
  openTestPlatform();
  await startTestTexts();
  expect(i18n.t('shell:error.retry')).toBe(before);
});
