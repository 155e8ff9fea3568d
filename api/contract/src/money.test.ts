import { describe, expect, it } from 'vitest';
import { toBamboo, toHundredths } from './bamboo.ts';
import { frenQuotient } from './quotient.ts';

describe('BAMBOO (D33)', () => {
  it.each([
    ['0.01', 1, '0.01'],
    ['1', 100, '1.00'],
    ['12.5', 1250, '12.50'],
    ['-3.05', -305, '-3.05'],
    ['999999999.99', 99_999_999_999, '999999999.99'],
    ['0', 0, '0.00'],
  ])('reads %s as %i hundredths and writes %s', (text, hundredths, written) => {
    expect(toHundredths(text)).toBe(hundredths);
    expect(toBamboo(hundredths)).toBe(written);
  });

  it('refuses what is no amount', () => {
    for (const wrong of ['', '1.234', '1e3', 'NaN', '.5'])
      expect(() => toHundredths(wrong)).toThrow(RangeError);
    expect(() => toBamboo(0.5)).toThrow(RangeError);
  });

  it('adds up exactly where fractions would not', () => {
    const sum = Array.from({ length: 10 }, () => toHundredths('0.1')).reduce(
      (total, part) => total + part,
      0,
    );
    expect(toBamboo(sum)).toBe('1.00');
  });
});

describe('frenQuotient (D38)', () => {
  const none = { quizDone: true, stakesByBacker: [], connections: 0, acceptedMatches: 0 };

  it('gives a new Panda 50.0', () => {
    expect(frenQuotient(none).total).toBe('50.0');
  });

  it('adds the parts of the formula', () => {
    const quotient = frenQuotient({
      quizDone: true,
      stakesByBacker: [1000, 2500],
      connections: 4,
      acceptedMatches: 1,
    });
    // 50 + 20·ln(36) + 30·√2 + 10·√4 + 15
    expect(quotient.parts).toEqual({
      quiz: '50.0',
      staked: '71.7',
      backers: '42.4',
      connections: '20.0',
      matches: '15.0',
    });
    expect(quotient.total).toBe('199.1');
  });

  it('counts at most 100 BAMBOO per backer, 100 connections and 999.9 in all', () => {
    const capped = { ...none, stakesByBacker: [10_000] };
    expect(frenQuotient({ ...none, stakesByBacker: [9_000_000] })).toEqual(frenQuotient(capped));
    expect(frenQuotient({ ...none, connections: 100_000 }).parts.connections).toBe('100.0');
    const many = Array.from({ length: 2000 }, () => 10_000);
    expect(frenQuotient({ ...none, stakesByBacker: many }).total).toBe('999.9');
  });
});
