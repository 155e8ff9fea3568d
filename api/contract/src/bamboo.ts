/**
 * BAMBOO is whole hundredths inside and text with two decimals outside (D33): no amount ever passes through a
 * fraction, so sums are exact.
 */

/** `'12.5'` → `1250`. The text must have the form that the contract's `Amount` accepts. */
export function toHundredths(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) throw new RangeError(`"${amount}" is no amount of BAMBOO.`);
  const [, sign, whole = '', part = ''] = match;
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  if (!Number.isSafeInteger(hundredths))
    throw new RangeError(`"${amount}" is too much BAMBOO to count exactly.`);
  // Never -0: two equal amounts must be equal for everybody.
  return sign === '-' && hundredths !== 0 ? -hundredths : hundredths;
}

/** `1250` → `'12.50'` */
export function toBamboo(hundredths: number): string {
  if (!Number.isSafeInteger(hundredths))
    throw new RangeError(`${hundredths} is no whole number of hundredths.`);
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
