import { toBamboo, toHundredths } from './bamboo.ts';
import { decimalSign } from './formats.ts';
import type { Language } from './languages.ts';

/** The API's format (D34), with either decimal separator. */
const plain = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;
/** The same with thousands separators, only the reader's own: otherwise 1.000 would be ambiguous. */
const grouped = {
  '.': /^(\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
  ',': /^(\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
};

/**
 * Parses a typed amount, without floating point.
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
  // Without a separator the notation is the same.
  const amount = /[.,]/.test(typed) ? readTypedAmount(typed, from) : null;
  return amount === null ? typed : writeAmount(to, amount);
}

/** An amount in a language's notation, as a field's initial value. */
export function writeAmount(language: Language, amount: string): string {
  return amount.replace('.', decimalSign(language));
}

/** Example amounts with and without decimals, for messages about unreadable input. */
export function amountExamples(language: Language): { whole: string; exact: string } {
  return { whole: '10', exact: writeAmount(language, '12.50') };
}
