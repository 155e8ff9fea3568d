import { afterEach, describe, expect, it, vi } from 'vitest';
import { amountExamples, readTypedAmount, rewriteAmount, writeAmount } from './typed-amount.ts';

describe('readTypedAmount (D34)', () => {
  it.each([
    ['10', '10.00'],
    ['10.5', '10.50'],
    ['10,5', '10.50'],
    ['0.01', '0.01'],
    [' 12.34 ', '12.34'],
    ['007', '7.00'],
    ['0.29', '0.29'],
    ['999999999.99', '999999999.99'],
  ])('reads %j as %s', (typed, amount) => {
    expect(readTypedAmount(typed, 'en')).toBe(amount);
  });

  it.each([
    '',
    '  ',
    '0',
    '0.00',
    '0,0',
    '-5',
    '+5',
    '1e3',
    '1.234',
    '1.000',
    '1,00,000',
    '1,000,5',
    '.5',
    '5.',
    '1 000',
    '1234567890',
    'ten',
    '٣',
    '1.2.3',
    'NaN',
    'Infinity',
    '0x10',
  ])('refuses %j', (typed) => {
    expect(readTypedAmount(typed, 'en')).toBeNull();
  });
});

it('writes an amount as it is typed in a language', () => {
  expect(writeAmount('en', '1234.50')).toBe('1234.50');
  expect(writeAmount('es', '1234.50')).toBe('1234,50');
});

it.each([
  ['en', '1,000', '1000.00'],
  ['en', '100,000.5', '100000.50'],
  ['es', '1.000', '1000.00'],
  ['es', '1.234.567,89', '1234567.89'],
  ['es', '1.5', '1.50'],
] as const)('takes thousands as %s writes them: %s', (language, typed, amount) => {
  expect(readTypedAmount(typed, language)).toBe(amount);
});

it.each([
  ['en', '1.000'],
  ['es', '1,000'],
  ['es', '1.000.00'],
] as const)('refuses in %s what the other language writes: %s', (language, typed) => {
  expect(readTypedAmount(typed, language)).toBeNull();
});

describe('rewriteAmount', () => {
  it.each([
    ['10.00', '10,00'],
    ['10,5', '10,50'],
    ['1,000', '1000,00'],
    ['25', '25'],
    ['', ''],
    ['1.000.000,5', '1.000.000,5'],
    ['ten.', 'ten.'],
  ])('writes %j of an English page as %j in Spanish', (typed, written) => {
    expect(rewriteAmount(typed, 'en', 'es')).toBe(written);
  });

  it('reads the same amount afterwards', () => {
    expect(readTypedAmount(rewriteAmount('1.234,50', 'es', 'en'), 'en')).toBe('1234.50');
  });
});

it.each(['en', 'es'] as const)('names forms that are read in %s', (language) => {
  const { whole, exact } = amountExamples(language);
  expect([whole, exact].map((example) => readTypedAmount(example, language))).toEqual(['10.00', '12.50']);
});

describe('for a reader in Mexico', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reads and writes with the signs of their numbers', () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { languages: ['es-MX'] });
    expect(readTypedAmount('1,000', 'es')).toBe('1000.00');
    expect(readTypedAmount('1.000', 'es')).toBeNull();
    expect(writeAmount('es', '1234.50')).toBe('1234.50');
    expect(rewriteAmount('12.50', 'es', 'en')).toBe('12.50');
    expect(amountExamples('es').exact).toBe('12.50');
  });
});
