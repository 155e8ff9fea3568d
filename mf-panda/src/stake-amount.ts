import type { Language } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';

/** What the API takes (D34), with the decimal signs of both languages. */
const typedAmount = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;

/**
 * Reads what a member typed. No digit passes through a fraction.
 *
 * @returns the amount as the API writes it, `'12,5'` → `'12.50'`; null when it is not an amount above zero
 */
export function readTypedAmount(typed: string): string | null {
  const match = typedAmount.exec(typed.trim());
  if (!match) return null;
  const [, whole, decimals = '0'] = match;
  const hundredths = toHundredths(`${whole}.${decimals}`);
  return hundredths > 0 ? toBamboo(hundredths) : null;
}

/** An amount as one types it in a language, for a field that begins with it. */
export function writeAmount(language: Language, amount: string): string {
  return language === 'es' ? amount.replace('.', ',') : amount;
}

/** What a balance is after a stake, or what it lacks for it. */
export type AfterStake = { isEnough: true; balance: string } | { isEnough: false; missing: string };

/** Subtracts a stake from a balance. */
export function afterStake(balance: string, amount: string): AfterStake {
  const left = toHundredths(balance) - toHundredths(amount);
  return left < 0
    ? { isEnough: false, missing: toBamboo(-left) }
    : { isEnough: true, balance: toBamboo(left) };
}
