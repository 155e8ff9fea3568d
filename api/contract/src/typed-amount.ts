import { toBamboo, toHundredths } from './bamboo.ts';
import { decimalSign } from './formats.ts';
import type { Language } from './languages.ts';

/** What the API takes (D34), with either decimal sign. */
const plain = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;
/** The same as pages write it, with signs between thousands: they are the reader's alone, or 1.000 would be one or a thousand. */
const grouped = {
  '.': /^(\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
  ',': /^(\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
};

/**
 * Reads what a member typed. No digit passes through a fraction.
 *
 * @returns the amount as the API writes it, `'12,5'` → `'12.50'`; null when it is not an amount above zero
 */
export function readTypedAmount(typed: string, language: Language): string | null {
  const match = plain.exec(typed.trim()) ?? grouped[decimalSign(language)].exec(typed.trim());
  if (!match) return null;
  const [, whole = '', decimals = '0'] = match;
  const hundredths = toHundredths(`${whole.replaceAll(/[.,]/g, '')}.${decimals}`);
  return hundredths > 0 ? toBamboo(hundredths) : null;
}

/** Converts a typed amount from one language's notation to another's. Text that is no amount is returned unchanged. */
export function rewriteAmount(typed: string, from: Language, to: Language): string {
  // What has no sign reads the same in both.
  const amount = /[.,]/.test(typed) ? readTypedAmount(typed, from) : null;
  return amount === null ? typed : writeAmount(to, amount);
}

/** An amount as one types it in a language, for a field that begins with it. */
export function writeAmount(language: Language, amount: string): string {
  return amount.replace('.', decimalSign(language));
}

/** Amounts as everybody has them, with and without decimals, for whoever has typed what is not read in a language. */
export function amountExamples(language: Language): { whole: string; exact: string } {
  return { whole: '10', exact: writeAmount(language, '12.50') };
}
