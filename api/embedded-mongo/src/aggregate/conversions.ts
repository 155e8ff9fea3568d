import { BSONRegExp, Decimal128, ObjectId } from 'bson';
import type { Decimal } from 'decimal.js';
import { evalExpr } from 'mingo/core';
import { check, table } from '../input.ts';
import { fromDouble } from '../values/decode.ts';
import { exactOf, integer, parseNumber, toDecimal128, truncate } from '../values/numbers.ts';
import { isDocument, isNumeric, isTruthy, toNumber, typeName, typesNamed } from '../values/types.ts';
import { dateFrom, parseDate } from './dates.ts';
import { asDocument, isMissing, type Operator, onArguments, unlessNull } from './operator.ts';

function numberFrom(value: unknown): Decimal | undefined {
  if (isNumeric(value)) return exactOf(value);
  if (typeof value === 'string') return parseNumber(value);
  return typeof value === 'boolean' || value instanceof Date ? exactOf(Number(value)) : undefined;
}

function integerFrom(value: unknown, type: 'int' | 'long'): unknown {
  const number = numberFrom(value);
  const whole = number && (typeof value === 'string' && !number.isInteger() ? undefined : truncate(number));
  const result = whole === undefined ? undefined : integer(whole, type === 'int');
  return typeName(result) === type ? result : undefined;
}

/** `$convert` by target type; undefined when a value cannot be converted. */
const converters: Record<string, (value: unknown) => unknown> = table({
  int: (value) => integerFrom(value, 'int'),
  long: (value) => integerFrom(value, 'long'),
  double(value) {
    const number = numberFrom(value);
    return number && fromDouble(number.toNumber());
  },
  decimal(value) {
    const number = numberFrom(value);
    if (value instanceof Decimal128) return value;
    return number && (typeof value === 'string' ? Decimal128.fromString(value) : toDecimal128(number));
  },
  bool: isTruthy,
  string(value) {
    if (value instanceof Date) return value.toISOString();
    const hasNone = isDocument(value) || Array.isArray(value) || value instanceof BSONRegExp;
    return hasNone ? undefined : String(value);
  },
  objectId(value) {
    if (value instanceof ObjectId) return value;
    return typeof value === 'string' && ObjectId.isValid(value) ? new ObjectId(value) : undefined;
  },
  date(value) {
    if (typeof value === 'string') return parseDate(value);
    const isTime = isNumeric(value) && typeName(value) !== 'int';
    const date = isTime ? new Date(toNumber(value) ?? 0) : dateFrom(value);
    return Number.isNaN(date?.getTime()) ? undefined : date;
  },
});

function convertTo(type: string, value: unknown): unknown {
  const result = converters[type]?.(value);
  const what = (): string => `${typeName(value)} ${String(value)} to ${type}`;
  check(result !== undefined, 241, () => `Failed to convert ${what()} with no onError value`);
  return result;
}

const conversion = (type: string): Operator => unlessNull(([value]) => convertTo(type, value), 1);

const convert: Operator = (doc, argument, options) => {
  const { input, to, onError, onNull } = asDocument(argument);
  check(to !== undefined, 9, "Missing 'to' parameter to $convert");
  const value = evalExpr(doc, input, options);
  if (isMissing(value)) return evalExpr(doc, onNull, options) ?? null;
  const wanted = evalExpr(doc, to, options);
  if (isMissing(wanted)) return null;
  const type = typesNamed(isDocument(wanted) ? wanted.type : wanted)?.[0];
  check(type, 2, () => `Unknown type name: ${String(wanted)}`);
  try {
    return convertTo(type, value);
  } catch (error) {
    if (onError === undefined) throw error;
    return evalExpr(doc, onError, options);
  }
};

/** The operator's name: `$toInt` for `int`. */
const operatorOf = (type: string): string => `$to${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;

/** Operators that return or convert a value's type. */
export const conversions: Record<string, Operator> = {
  $type: onArguments(([value]) => typeName(value), 1),
  $isNumber: onArguments(([value]) => isNumeric(value), 1),
  ...Object.fromEntries(Object.keys(converters).map((type) => [operatorOf(type), conversion(type)])),
  $convert: convert,
};
