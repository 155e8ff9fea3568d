import { Decimal128, Double, Long } from 'bson';
import { Decimal } from 'decimal.js';
import { fromDouble } from './decode.ts';
import { isNumeric, type Numeric, toNumber, typeName } from './types.ts';

/** Decimals as Decimal128 has them: 34 digits, halves rounded to the even one. */
const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN, minE: -6176, maxE: 6144 });

/** Reads a number as people and `$convert` write it; undefined where it is none. */
export const parseNumber = (text: string): Decimal | undefined =>
  /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|Infinity)$|^NaN$/i.test(text) ? new Exact(text) : undefined;

/** The decimal of any number; a double's is rounded to 34 digits, which tell it from every other. */
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
 * Arithmetic with MongoDB's types: the wider type wins (int, long, double, decimal), an int that overflows becomes a
 * long, a long a double. Null where an operand is no number.
 */
export function calculate(name: Operation, a: unknown, b: unknown): unknown {
  if (!isNumeric(a) || !isNumeric(b)) return null;
  const type = widths[Math.max(widths.indexOf(typeName(a)), widths.indexOf(typeName(b)))];
  if (type === 'double' || (name === 'div' && type !== 'decimal'))
    return fromDouble(doubles[name](toNumber(a) ?? 0, toNumber(b) ?? 0));
  // A double becomes the decimal of its 15 significant digits, as in MongoDB.
  const [x, y] = [a, b].map((value) =>
    typeName(value) === 'double' ? new Exact((toNumber(value) ?? 0).toPrecision(15)) : exactOf(value),
  );
  const result = (x ?? new Exact(0))[name](y ?? 0);
  return type === 'decimal'
    ? toDecimal128(result, placesOf(name, a, b))
    : integer(BigInt(result.toFixed()), type === 'int');
}

/** The digits that a sum or a product keeps behind its point: 1.10 and 0.90 are 2.00. */
function placesOf(name: Operation, a: Numeric, b: Numeric): number {
  const [x = 0, y = 0] = [a, b].map((value) =>
    value instanceof Decimal128 ? (/\.(\d+)$/.exec(value.toString())?.[1]?.length ?? 0) : 0,
  );
  return name === 'div' ? 0 : name === 'times' ? x + y : Math.max(x, y);
}

/** A Decimal128, with at least so many digits behind the point. */
export function toDecimal128(value: Decimal, places = 0): Decimal128 {
  const isPlain = value.isFinite() && value.decimalPlaces() < places && value.precision(true) + places <= 34;
  return Decimal128.fromStringWithRounding(isPlain ? value.toFixed(places) : value.toString());
}

/** An integer as an int32 where that is wanted and it fits, else as a long, else as a double. */
export function integer(value: bigint, asInt = true): number | Long | Double {
  if (asInt && value === BigInt.asIntN(32, value)) return Number(value);
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : fromDouble(Number(value));
}

/** The integer part of a number; undefined for NaN and infinities. */
export const truncate = (value: Decimal): bigint | undefined =>
  value.isFinite() ? BigInt(value.trunc().toFixed()) : undefined;
