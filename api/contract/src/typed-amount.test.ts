import { describe, expect, it } from 'vitest';
import { readTypedAmount, writeAmount } from './typed-amount.ts';

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
    expect(readTypedAmount(typed)).toBe(amount);
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
    '1,000',
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
    expect(readTypedAmount(typed)).toBeNull();
  });
});

it('writes an amount as it is typed in a language', () => {
  expect(writeAmount('en', '1234.50')).toBe('1234.50');
  expect(writeAmount('es', '1234.50')).toBe('1234,50');
});
