import { Decimal128, Double, Long } from 'bson';
import { Decimal } from 'decimal.js';
import { fromDouble } from './decode.ts';
import { isNumeric, type Numeric, toNumber, typeName } from './types.ts';

/** Decimal128 arithmetic: 34 digits, round half to even. */
const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN, minE: -6176, maxE: 6144 });

/** Parses a number as `$convert` accepts it; undefined for other texts. */
export const parseNumber = (text: string): Decimal | undefined =>
  /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|Infinity)$|^NaN$/i.test(text) ? new Exact(text) : undefined;

/** Any number as a decimal; doubles have 34 digits, which keeps all of them distinct. */
export function exactOf(value: Numeric): Decimal {
  if (typeof value !== 'number' || Number.isInteger(value)) return new Exact(String(value));
  // oxlint-disable-next-line oxc/number-arg-out-of-range -- up to 100 digits are allowed
  return new Exact(value.toPrecision(34));
}

const doubles = {
  plus: (a: number, b: number) => a + b,
  minus: (a: number, b: number) => a - b,
  times: (a: number, b: number) => a * b,
  div: (a: number, b: number) => a / b,
  mod: (a: number, b: number) => a % b,
};
export type Operation = keyof typeof doubles;
const widths = ['int', 'long', 'double', 'decimal'];

/**
 * Arithmetic with MongoDB's types. The wider type wins (int, long, double, decimal); an int overflows to a long, a long to a double. Null
 * if an operand is no number.
 */
export function calculate(name: Operation, a: unknown, b: unknown): unknown {
  if (!isNumeric(a) || !isNumeric(b)) return null;
  const type = widths[Math.max(widths.indexOf(typeName(a)), widths.indexOf(typeName(b)))];
  if (type === 'double' || (name === 'div' && type !== 'decimal'))
    return fromDouble(doubles[name](toNumber(a) ?? 0, toNumber(b) ?? 0));
  // MongoDB converts a double to a decimal with 15 significant digits.
  const [x, y] = [a, b].map((value) =>
    typeName(value) === 'double' ? new Exact((toNumber(value) ?? 0).toPrecision(15)) : exactOf(value),
  );
  const result = (x ?? new Exact(0))[name](y ?? 0);
  return type === 'decimal'
    ? toDecimal128(result, placesOf(name, a, b))
    : integer(BigInt(result.toFixed()), type === 'int');
}

/** The decimal places that a sum or product keeps: 1.10 plus 0.90 is 2.00. */
function placesOf(name: Operation, a: Numeric, b: Numeric): number {
  const [x = 0, y = 0] = [a, b].map((value) =>
    value instanceof Decimal128 ? (/\.(\d+)$/.exec(value.toString())?.[1]?.length ?? 0) : 0,
  );
  return name === 'div' ? 0 : name === 'times' ? x + y : Math.max(x, y);
}

/** Converts to Decimal128 with at least the given number of decimal places. */
export function toDecimal128(value: Decimal, places = 0): Decimal128 {
  const isPlain = value.isFinite() && value.decimalPlaces() < places && value.precision(true) + places <= 34;
  return Decimal128.fromStringWithRounding(isPlain ? value.toFixed(places) : value.toString());
}

/** The narrowest type for an integer: int32 (if requested), else long, else double. */
export function integer(value: bigint, asInt = true): number | Long | Double {
  if (asInt && value === BigInt.asIntN(32, value)) return Number(value);
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : fromDouble(Number(value));
}

/** The integer part of a number; undefined for NaN and infinities. */
export const truncate = (value: Decimal): bigint | undefined =>
  value.isFinite() ? BigInt(value.trunc().toFixed()) : undefined;
