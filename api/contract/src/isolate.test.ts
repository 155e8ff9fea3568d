import { expect, it } from 'vitest';
import { isolate } from './isolate.ts';
import { createTexts } from './messages.ts';

it.each(['مريم', 'שלום!', 'Maya (مايا)', 'ﷺ', '\u{1e900}'])('keeps %s to itself', (text) => {
  expect(isolate(text)).toBe(`\u2068${text}\u2069`);
});

it.each(['', 'María del Carmen', 'Χρίστος', '茉莉', 'नमस्ते', '🎋'])('leaves %s as it is', (text) => {
  expect(isolate(text)).toBe(text);
});

it('keeps names in the sentences of mails and answers to themselves', () => {
  const textOf = createTexts({ en: { hello: '{{name}} joined {{circle}}.' }, es: {} });
  expect(textOf('en', 'hello', { name: 'مريم', circle: 'Tea' })).toBe('\u2068مريم\u2069 joined Tea.');
});
