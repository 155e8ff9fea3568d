import { Decimal128, Double, Long } from 'bson';
import { fromDouble } from './decode.ts';
import { isNumeric, toNumber, typeName } from './types.ts';

/** A finite decimal: coefficient × 10^exponent. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** The digits of a Decimal128, and some to round by. */
const digits = 36;

/** Reads a decimal number exactly; undefined for NaN and infinities. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return { coefficient: BigInt(`${sign}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

/** The decimal of any number. A double becomes that of its 15 significant digits, as in MongoDB. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value === 'number' || value instanceof Double)
    return parseDecimal(String(Number(Number(value).toPrecision(15))));
  return parseDecimal(String(value));
}

export const toDecimal128 = ({ coefficient, exponent }: Decimal): Decimal128 =>
  Decimal128.fromStringWithRounding(`${coefficient}E${exponent}`);

function align(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Decimal): bigint => value.coefficient * 10n ** BigInt(value.exponent - exponent);
  return [scaled(a), scaled(b), exponent];
}

type Exact = (a: Decimal, b: Decimal) => Decimal;
const sumOf =
  (combine: (a: bigint, b: bigint) => bigint): Exact =>
  (a, b) => {
    const [x, y, exponent] = align(a, b);
    return { coefficient: combine(x, y), exponent };
  };

function divide(a: Decimal, b: Decimal): Decimal {
  const shift = digits + String(b.coefficient).length;
  const quotient = {
    coefficient: (a.coefficient * 10n ** BigInt(shift)) / b.coefficient,
    exponent: a.exponent - b.exponent - shift,
  };
  // What divides evenly is written with as few digits as its operands have.
  const zeros = /0*$/.exec(String(quotient.coefficient))?.[0].length ?? 0;
  return roundDecimal(quotient, -Math.min(quotient.exponent + zeros, a.exponent - b.exponent));
}

export type Rounding = 'floor' | 'ceil' | 'trunc' | 'even';

/** Rounds to `places` digits behind the point (negative: before it); `even` is to the nearest, halves to the even one. */
export function roundDecimal(value: Decimal, places: number, rounding: Rounding = 'even'): Decimal {
  const drop = -places - value.exponent;
  if (drop <= 0) return value;
  const unit = 10n ** BigInt(drop);
  const floor = value.coefficient / unit - (value.coefficient % unit < 0n ? 1n : 0n);
  const rest = value.coefficient - floor * unit;
  const up = {
    floor: false,
    ceil: rest > 0n,
    trunc: rest > 0n && value.coefficient < 0n,
    even: rest * 2n > unit || (rest * 2n === unit && floor % 2n !== 0n),
  };
  return { coefficient: up[rounding] ? floor + 1n : floor, exponent: -places };
}

/** The integer part of a number of any type; undefined for NaN and infinities. */
export function truncate(value: unknown): bigint | undefined {
  const exact = parseDecimal(String(value));
  const whole = exact && roundDecimal(exact, 0, 'trunc');
  return whole && whole.coefficient * 10n ** BigInt(whole.exponent);
}

interface Operator {
  readonly double: (a: number, b: number) => number;
  readonly integer: (a: bigint, b: bigint) => bigint;
  readonly decimal: Exact;
}

const operators = {
  add: { double: (a, b) => a + b, integer: (a, b) => a + b, decimal: sumOf((a, b) => a + b) },
  subtract: { double: (a, b) => a - b, integer: (a, b) => a - b, decimal: sumOf((a, b) => a - b) },
  multiply: {
    double: (a, b) => a * b,
    integer: (a, b) => a * b,
    decimal: (a, b) => ({ coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent }),
  },
  divide: { double: (a, b) => a / b, integer: (a, b) => a / b, decimal: divide },
  mod: { double: (a, b) => a % b, integer: (a, b) => a % b, decimal: sumOf((a, b) => a % b) },
} satisfies Record<string, Operator>;

const widths = ['int', 'long', 'double', 'decimal'];

/**
 * Arithmetic with MongoDB's types: the wider type wins (int, long, double, decimal), an int that overflows becomes a
 * long, a long a double. Null where an operand is no number.
 */
export function calculate(name: keyof typeof operators, a: unknown, b: unknown): unknown {
  if (!isNumeric(a) || !isNumeric(b)) return null;
  const operator: Operator = operators[name];
  const type = widths[Math.max(widths.indexOf(typeName(a)), widths.indexOf(typeName(b)))];
  const asDouble = (): number => operator.double(toNumber(a) ?? 0, toNumber(b) ?? 0);
  if (type === 'decimal') {
    const [x, y] = [decimalOf(a), decimalOf(b)];
    const undefinedResult = (name === 'divide' || name === 'mod') && y?.coefficient === 0n;
    return x && y && !undefinedResult
      ? toDecimal128(operator.decimal(x, y))
      : Decimal128.fromString(String(asDouble()));
  }
  if (type === 'double' || name === 'divide') return fromDouble(asDouble());
  return integer(operator.integer(BigInt(String(a)), BigInt(String(b))), type === 'int');
}

/** An integer as an int32 where that is wanted and it fits, else as a long, else as a double. */
export function integer(value: bigint, asInt = true): number | Long | Double {
  if (asInt && value === BigInt.asIntN(32, value)) return Number(value);
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : fromDouble(Number(value));
}
