import { Decimal128, Double, Long } from 'bson';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  remainderOfDecimals,
  toDecimal128,
} from './decimals.ts';
import { fromDouble } from './decode.ts';
import { isNumeric, toNumber, typeName } from './types.ts';

export type Operation = 'add' | 'subtract' | 'multiply' | 'divide' | 'mod';
type NumberType = 'int' | 'long' | 'double' | 'decimal';

const ranks: Record<string, number> = { int: 0, long: 1, double: 2, decimal: 3 };
const names: readonly NumberType[] = ['int', 'long', 'double', 'decimal'];
const maxLong = 0x7fffffffffffffffn;
const minLong = -0x8000000000000000n;

/** The decimal of any number; undefined for NaN and infinities. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (value instanceof Decimal128) return parseDecimal(value.toString());
  if (value instanceof Long || typeof value === 'bigint') return parseDecimal(value.toString());
  const number = toNumber(value) ?? Number.NaN;
  // A double becomes the decimal of its 15 significant digits, as in MongoDB.
  return parseDecimal(Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15))));
}

/** Makes a number of the wanted BSON type. */
export function makeLong(value: bigint): Long | undefined {
  return value > maxLong || value < minLong ? undefined : Long.fromBigInt(value);
}

function integerOf(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  return BigInt(toNumber(value) ?? 0);
}

function decimalResult(operation: Operation, a: unknown, b: unknown): Decimal128 {
  const x = decimalOf(a);
  const y = decimalOf(b);
  if (!x || !y || (y.coefficient === 0n && (operation === 'divide' || operation === 'mod'))) {
    return Decimal128.fromString(
      String(doubleResult(operation, toNumber(a) ?? Number.NaN, toNumber(b) ?? Number.NaN)),
    );
  }
  switch (operation) {
    case 'add':
      return toDecimal128(addDecimals(x, y));
    case 'subtract':
      return toDecimal128(addDecimals(x, { coefficient: -y.coefficient, exponent: y.exponent }));
    case 'multiply':
      return toDecimal128(multiplyDecimals(x, y));
    case 'divide':
      return toDecimal128(divideDecimals(x, y));
    case 'mod':
      return toDecimal128(remainderOfDecimals(x, y));
  }
}

function doubleResult(operation: Operation, a: number, b: number): number {
  switch (operation) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'divide':
      return a / b;
    case 'mod':
      return a % b;
  }
}

function integerResult(operation: Operation, a: bigint, b: bigint): bigint {
  switch (operation) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    default:
      return a % b;
  }
}

/**
 * Arithmetic with MongoDB's types: the wider type wins (int, long, double, decimal), an int that overflows becomes a
 * long. A long that overflows becomes a double, or undefined where `strict` asks for an error instead.
 */
export function calculate(operation: Operation, a: unknown, b: unknown, strict = false): unknown {
  if (!isNumeric(a) || !isNumeric(b)) return null;
  const rank = Math.max(ranks[typeName(a)] ?? 0, ranks[typeName(b)] ?? 0);
  let type = names[rank];
  if (operation === 'divide' && type !== 'decimal') type = 'double';
  if (type === 'decimal') return decimalResult(operation, a, b);
  if (type === 'double') return fromDouble(doubleResult(operation, toNumber(a) ?? 0, toNumber(b) ?? 0));
  const exact = integerResult(operation, integerOf(a), integerOf(b));
  if (type === 'int' && exact >= -0x80000000n && exact <= 0x7fffffffn) return Number(exact);
  return makeLong(exact) ?? (strict ? undefined : new Double(Number(exact)));
}
