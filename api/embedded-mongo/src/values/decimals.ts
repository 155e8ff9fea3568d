import { Decimal128 } from 'bson';

/** A finite decimal: coefficient × 10^exponent. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const maxDigits = 34;
const minExponent = -6176;
const maxExponent = 6144;
const pow10 = (n: number): bigint => 10n ** BigInt(n);

/** The exact decimal of a number; undefined for NaN and infinities. Doubles keep 15 digits, as MongoDB converts them. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}` || '0');
  return { coefficient: sign === '-' ? -digits : digits, exponent: Number(exponent) - fraction.length };
}

function align(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [
    a.coefficient * pow10(a.exponent - exponent),
    b.coefficient * pow10(b.exponent - exponent),
    exponent,
  ];
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  // A gap wider than any result's digits cannot change the rounded sum, and would make a huge integer.
  const [big, small] = a.exponent + digitCount(a) >= b.exponent + digitCount(b) ? [a, b] : [b, a];
  if (big.coefficient !== 0n && big.exponent - (small.exponent + digitCount(small)) > 2 * maxDigits)
    return big;
  const [x, y, exponent] = align(a, b);
  return { coefficient: x + y, exponent };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const shift = maxDigits + 2 + Math.max(0, digitCount(b) - digitCount(a));
  let quotient = (a.coefficient * pow10(shift)) / b.coefficient;
  let exponent = a.exponent - b.exponent - shift;
  const ideal = a.exponent - b.exponent;
  while (exponent < ideal && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent++;
  }
  return { coefficient: quotient, exponent };
}

export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, exponent] = align(a, b);
  return { coefficient: x % y, exponent };
}

function digitCount(value: Decimal): number {
  return (value.coefficient < 0n ? -value.coefficient : value.coefficient).toString().length;
}

/** Rounds half to even so that at most `digits` digits stay behind the point (negative: before it). */
export function roundDecimal(value: Decimal, places: number): Decimal {
  const drop = -places - value.exponent;
  if (drop <= 0) return value;
  const divisor = pow10(drop);
  const quotient = value.coefficient / divisor;
  const rest = value.coefficient % divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  const step = value.coefficient < 0n ? -1n : 1n;
  return { coefficient: up ? quotient + step : quotient, exponent: -places };
}

/** The Decimal128 of a decimal, rounded half to even to 34 digits. */
export function toDecimal128(value: Decimal): Decimal128 {
  let rounded = value;
  for (let excess = digitCount(rounded) - maxDigits; excess > 0; excess = digitCount(rounded) - maxDigits) {
    rounded = roundDecimal(rounded, -(rounded.exponent + excess));
  }
  if (rounded.exponent < minExponent) rounded = roundDecimal(rounded, -minExponent);
  if (rounded.exponent + digitCount(rounded) - 1 > maxExponent) {
    return Decimal128.fromString(rounded.coefficient < 0n ? '-Infinity' : 'Infinity');
  }
  return Decimal128.fromString(`${rounded.coefficient}E${rounded.exponent}`);
}
