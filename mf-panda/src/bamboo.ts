/**
 * BAMBOO is text with two decimals outside and whole hundredths inside (D33): no amount is ever a floating point number.
 */
const typedAmount = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;
const serverAmount = /^(-?)(\d+)\.(\d{2})$/;

/**
 * Reads what a member typed. Both decimal signs of the site's languages are understood.
 *
 * @returns hundredths, or null when it is not an amount above zero that the server would take (D34)
 */
export function parseTypedAmount(text: string): bigint | null {
  const match = typedAmount.exec(text.trim());
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  const hundredths = BigInt(whole + decimals.padEnd(2, '0'));
  return hundredths > 0n ? hundredths : null;
}

/** Hundredths of an amount as the server writes it. */
export function parseAmount(text: string): bigint {
  const match = serverAmount.exec(text);
  if (!match) throw new RangeError(`"${text}" is not an amount with two decimals.`);
  const [, sign = '', whole = '', decimals = ''] = match;
  return BigInt(sign + whole + decimals);
}

/** The text of an amount as the server reads it: always two decimals, a point between. */
export function amountText(hundredths: bigint): string {
  const sign = hundredths < 0n ? '-' : '';
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What a balance will be once a stake is made, and whether it reaches. */
export function balanceAfter(balance: string, stake: bigint): { balance: string; isEnough: boolean } {
  const after = parseAmount(balance) - stake;
  return { balance: amountText(after), isEnough: after >= 0n };
}
