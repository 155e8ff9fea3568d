import { toBamboo, toHundredths } from '@frens/contract/bamboo';

/** The balance after a stake, or the amount missing for it. */
export type AfterStake = { isEnough: true; balance: string } | { isEnough: false; missing: string };

/** Subtracts a stake from a balance. Amounts are decimal strings. */
export function afterStake(balance: string, amount: string): AfterStake {
  const left = toHundredths(balance) - toHundredths(amount);
  return left < 0
    ? { isEnough: false, missing: toBamboo(-left) }
    : { isEnough: true, balance: toBamboo(left) };
}
