import { Decimal128, Long } from 'bson';
import { Decimal } from 'decimal.js';
import { check } from '../input.ts';
import { compareValues } from '../values/compare.ts';
import { fromDouble } from '../values/decode.ts';
import { calculate, exactOf, integer, toDecimal128 } from '../values/numbers.ts';
import { isNumeric, toNumber, typeName } from '../values/types.ts';
import { numberOf, type Operator, unlessNull, type Values, wholeOf } from './operator.ts';

function combine(name: 'plus' | 'times' | 'minus', values: Values): unknown {
  const dates = values.filter((value) => value instanceof Date).length;
  const operands = values.map((value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : value));
  const most = { plus: 1, minus: 2, times: 0 };
  const isRight = operands.every(isNumeric) && dates <= most[name];
  const types = values.map(typeName).join(' and ');
  check(isRight, 14, () => `$${name} only supports numeric or date types, not ${types}`);
  const [first = name === 'times' ? 1 : 0, ...others] = operands;
  const result = others.reduce<unknown>((sum, value) => calculate(name, sum, value), first);
  // Date plus duration is a date; date minus date is a duration.
  const isDate = dates === 1 && (name === 'plus' || values[0] instanceof Date);
  return isDate ? new Date(Math.round(toNumber(result) ?? 0)) : result;
}

const quotient = (name: 'div' | 'mod', zeroCode: number): Operator =>
  unlessNull(([a, b]) => {
    const [x, y] = [numberOf(a, 14), numberOf(b, 14)];
    check(toNumber(y) !== 0, zeroCode, `can't $${name === 'div' ? 'divide' : 'mod'} by zero`);
    return calculate(name, x, y);
  }, 2);

function roundTo(rounding: Decimal.Rounding, [value, places = 0]: Values): unknown {
  const exact = exactOf(numberOf(value, 28765));
  if (!exact.isFinite()) return value;
  const rounded = exact.toNearest(`1e${-wholeOf(places, 51082)}`, rounding);
  const type = typeName(value);
  if (type === 'decimal') return toDecimal128(rounded);
  if (type === 'double') return fromDouble(rounded.toNumber());
  return integer(BigInt(rounded.toFixed()), type === 'int');
}
const round = (rounding: Decimal.Rounding): Operator =>
  unlessNull((values) => roundTo(rounding, values), 1, 2);

/** A function of doubles that fails with a code outside its domain. */
const real = (run: (x: number, y: number) => number, code = 50989, count = 1): Operator =>
  unlessNull((values) => {
    check(!values.some((value) => value instanceof Decimal128), 238, 'decimals are not supported here');
    const [x = 0, y = 0] = values.map((value) => toNumber(numberOf(value, 28765)));
    const result = run(x, y);
    const isInside = !(Number.isNaN(result) || (x === 0 && result === Number.NEGATIVE_INFINITY));
    const isRight = isInside || Number.isNaN(x) || Number.isNaN(y);
    check(isRight, code, () => `${x} is outside the domain of the function`);
    return fromDouble(result);
  }, count);
const circular = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan'] as const;
const hyperbolic = ['sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'] as const;

const isAny = (type: string, values: Values): boolean => values.some((value) => typeName(value) === type);

function power([base, exponent]: Values): unknown {
  const [a, b] = [numberOf(base, 28762), numberOf(exponent, 28763)];
  const [x = 0, y = 0] = [toNumber(a), toNumber(b)];
  check(x !== 0 || y >= 0, 28764, '$pow cannot take a base of 0 and a negative exponent');
  const result = exactOf(a).pow(exactOf(b));
  if (isAny('decimal', [a, b])) return toDecimal128(result);
  if (isAny('double', [a, b]) || y < 0 || result.abs().gte(2 ** 63)) return fromDouble(x ** y);
  return integer(BigInt(result.toFixed()), !isAny('long', [a, b]));
}

const bitwise = (run: (a: bigint, b: bigint) => bigint, start: bigint): Operator =>
  unlessNull((values) => {
    const isWhole = values.every((value) => /^(int|long)$/.test(typeName(value)));
    check(isWhole, 14, 'bitwise operators only support int and long');
    const result = values.map((value) => BigInt(String(value))).reduce(run, start);
    return integer(result, !isAny('long', values));
  });

/** Arithmetic with MongoDB's types; mingo has only doubles. */
export const arithmetic: Record<string, Operator> = {
  $add: unlessNull((values) => combine('plus', values)),
  $subtract: unlessNull((values) => combine('minus', values), 2),
  $multiply: unlessNull((values) => combine('times', values)),
  $divide: quotient('div', 2),
  $mod: quotient('mod', 16610),
  $abs: unlessNull(([value]) => {
    const isNegative = compareValues(numberOf(value, 28765), 0) < 0;
    return calculate('times', value, isNegative ? -1 : 1);
  }, 1),
  $ceil: round(Decimal.ROUND_CEIL),
  $floor: round(Decimal.ROUND_FLOOR),
  $trunc: round(Decimal.ROUND_DOWN),
  $round: round(Decimal.ROUND_HALF_EVEN),
  $sqrt: real(Math.sqrt, 28714),
  $exp: real(Math.exp),
  $ln: real(Math.log, 28766),
  $log10: real(Math.log10, 28761),
  $log: real((x, base) => (base > 0 && base !== 1 ? Math.log(x) / Math.log(base) : Number.NaN), 28758, 2),
  $pow: unlessNull(power, 2),
  $bitAnd: bitwise((a, b) => a & b, -1n),
  $bitOr: bitwise((a, b) => a | b, 0n),
  $bitXor: bitwise((a, b) => a ^ b, 0n),
  $bitNot: bitwise((_start, a) => ~a, 0n),
  ...Object.fromEntries([...circular, ...hyperbolic].map((name) => [`$${name}`, real(Math[name])])),
  $atan2: real(Math.atan2, 51044, 2),
  $degreesToRadians: real((value) => value * (Math.PI / 180)),
  $radiansToDegrees: real((value) => value * (180 / Math.PI)),
};
