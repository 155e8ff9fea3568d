import { evalExpr } from 'mingo/core';
import { check } from '../input.ts';
import { type Document, isDocument, isNumeric, type Numeric, toNumber, typeName } from '../values/types.ts';

// Building blocks of expression operators.

/** An operator as mingo calls it, with a document (or a group's documents), its argument and options. */
export type Operator = (input: unknown, argument: unknown, options: MingoOptions) => unknown;
export type MingoOptions = Exclude<Parameters<typeof evalExpr>[2], undefined>;
export type Values = readonly unknown[];

export const isMissing = (value: unknown): boolean => value === null || value === undefined;
export const asDocument = (value: unknown): Document => (isDocument(value) ? value : {});
export const isFilled = (value: unknown): boolean => Object.keys(asDocument(value)).length > 0;

/** An operator on its evaluated arguments; a single one may be written without an array. */
export const onArguments =
  (run: (values: Values) => unknown, least = 0, most = least || Number.POSITIVE_INFINITY): Operator =>
  (doc, argument, options) => {
    const all: Values = Array.isArray(argument) ? argument : [argument];
    const isRight = all.length >= least && all.length <= most;
    const text = (): string =>
      `Expression takes ${least} to ${most} arguments. ${all.length} were passed in.`;
    check(isRight, 16020, text);
    return run(all.map((one) => evalExpr(doc, one, options)));
  };

/** An operator that returns null if an argument is null or missing. */
export const unlessNull = (run: (values: Values) => unknown, least = 0, most?: number): Operator =>
  onArguments((values) => (values.some(isMissing) ? null : run(values)), least, most);

/** An operator with named arguments. */
export const onNamed =
  (run: (values: Document) => unknown): Operator =>
  (doc, argument, options) => {
    check(isDocument(argument), 9, 'the operator needs an object of its arguments');
    return run(asDocument(evalExpr(doc, argument, options)));
  };

export function listOf(value: unknown, code: number): Values {
  check(Array.isArray(value), code, () => `the argument must be an array, but is ${typeName(value)}`);
  return value;
}

export function textOf(value: unknown, code: number): string {
  check(typeof value === 'string', code, () => `the argument must be a string, but is ${typeName(value)}`);
  return value;
}

export function numberOf(value: unknown, code: number): Numeric {
  check(isNumeric(value), code, () => `only numeric types are supported, not ${typeName(value)}`);
  return value;
}

export function wholeOf(value: unknown, code: number, least = Number.NEGATIVE_INFINITY): number {
  const number = toNumber(value) ?? Number.NaN;
  const isRight = Number.isInteger(number) && number >= least;
  check(isRight, code, () => `the argument must be an integer${least >= 0 ? `, at least ${least}` : ''}`);
  return number;
}
