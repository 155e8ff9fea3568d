import { describe, expect, it } from 'vitest';
import { afterStake } from './after-stake.ts';

describe('afterStake', () => {
  it('subtracts without rounding', () => {
    expect(afterStake('100.10', '100.09')).toEqual({ isEnough: true, balance: '0.01' });
  });

  it('allows staking everything', () => {
    expect(afterStake('12.50', '12.50')).toEqual({ isEnough: true, balance: '0.00' });
  });

  it('says what is missing', () => {
    expect(afterStake('12.50', '20')).toEqual({ isEnough: false, missing: '7.50' });
  });
});
