import { check } from '../input.ts';
import { isOperatorDocument } from '../query/matcher.ts';
import { type Document, isDocument } from '../values/types.ts';
import { accumulators, mergeObjects } from './accumulators.ts';
import { asDocument } from './operator.ts';
import type { Stage } from './stage.ts';
import { groupBy } from './values.ts';

const takeLists = ['$push', '$addToSet', '$first', '$last'];

/** Parses the accumulator and argument of a `$group` field. */
export function accumulatorOf([field, spec]: [field: string, spec: unknown]): [
  name: string,
  argument: unknown,
] {
  check(isOperatorDocument(spec), 40234, () => `The field '${field}' must be an accumulator object`);
  check(!field.includes('.'), 40235, () => `The field name '${field}' cannot contain '.'`);
  const [[name, argument] = ['', undefined], ...others] = Object.entries(spec);
  check(others.length === 0, 40238, () => `The field '${field}' must specify one accumulator`);
  const isUnary = !Array.isArray(argument) || takeLists.includes(name);
  check(isUnary, 40237, () => `The ${name} accumulator is a unary operator`);
  check(name in accumulators, 15952, () => `unknown group operator '${name}'`);
  return [name, argument];
}

/** Groups documents by a value. */
export const group: Stage = (docs, argument, { evaluate, mingo }) => {
  const { _id: by, ...fields } = asDocument(argument);
  const outputs = Object.entries(fields).map((entry) => [entry[0], ...accumulatorOf(entry)] as const);
  const keyOf = (doc: Document): unknown => {
    const key = evaluate(doc, by);
    return isDocument(key) ? mergeObjects([key]) : key;
  };
  return groupBy(docs, keyOf).map(([_id, members]) => {
    const results = outputs.map(([field, name, wanted]) => [
      field,
      accumulators[name]?.(members, wanted, mingo),
    ]);
    return Object.fromEntries([['_id', _id], ...results]) as Document; // safe: fields and their values
  });
};
