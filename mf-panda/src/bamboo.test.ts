import { describe, expect, it } from 'vitest';
import { amountText, balanceAfter, parseAmount, parseTypedAmount } from './bamboo.ts';

describe('parseTypedAmount (D34)', () => {
  it.each([
    ['10', 1000n],
    ['10.5', 1050n],
    ['10,5', 1050n],
    ['0.01', 1n],
    [' 12.34 ', 1234n],
    ['007', 700n],
    ['999999999.99', 99_999_999_999n],
  ])('reads %j as %d hundredths', (typed, hundredths) => {
    expect(parseTypedAmount(typed)).toBe(hundredths);
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
  ])('refuses %j', (typed) => {
    expect(parseTypedAmount(typed)).toBeNull();
  });
});

describe('amounts of the server', () => {
  it.each(['0.00', '0.01', '0.10', '1.00', '12.50', '-3.07', '-0.05', '123456789012345678.90'])(
    'keeps %s through hundredths and back',
    (text) => {
      expect(amountText(parseAmount(text))).toBe(text);
    },
  );

  it('refuses text that is no amount', () => {
    expect(() => parseAmount('12.5')).toThrow('"12.5" is not an amount with two decimals.');
  });
});

describe('balanceAfter', () => {
  it('subtracts without rounding', () => {
    expect(balanceAfter('100.10', 10_009n)).toEqual({ balance: '0.01', isEnough: true });
  });

  it('allows to stake everything', () => {
    expect(balanceAfter('12.50', 1250n)).toEqual({ balance: '0.00', isEnough: true });
  });

  it('says when the balance does not reach', () => {
    expect(balanceAfter('12.50', 1251n)).toEqual({ balance: '-0.01', isEnough: false });
  });
});
