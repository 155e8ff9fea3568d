import { toBamboo, toHundredths } from '../bamboo.ts';

/** Adds to an amount of BAMBOO; a negative one is taken away. */
export function plus(amount: string, more: string, sign: 1 | -1 = 1): string {
  return toBamboo(toHundredths(amount) + sign * toHundredths(more));
}

/** All of some stakes. */
export function sum(stakes: readonly { amount: string }[]): string {
  return stakes.reduce((total, { amount }) => plus(total, amount), '0.00');
}

/** A member as the demo account sees them; null: not at all. */
