import { check, table } from '../input.ts';
import { identityOf } from '../values/compare.ts';
import { type Document, isDocument } from '../values/types.ts';
import { accumulators } from './accumulators.ts';
import { setPath, sorted } from './documents.ts';
import { asDocument, wholeOf } from './operator.ts';
import type { Run, Stage } from './stage.ts';
import { compare, groupBy } from './values.ts';

/** Computes an operator's value for each document of a sorted partition. */
type WindowOperator = (docs: Document[], argument: unknown, run: Run, sortBy: Document) => unknown[];

/** Each document's rank; documents with equal sort keys share one. */
const ranking =
  (placeOf: (before: number, keysBefore: number) => number): WindowOperator =>
  (docs, _argument, { evaluate, collation }, sortBy) => {
    const [field, ...others] = Object.keys(sortBy);
    check(field && others.length === 0, 5371602, 'the operator needs a sortBy of one field');
    const keys = docs.map((doc) => identityOf(evaluate(doc, `$${field}`), collation));
    const places = new Map<string, number>();
    for (const [i, key] of keys.entries()) if (!places.has(key)) places.set(key, placeOf(i, places.size) + 1);
    return keys.map((key) => places.get(key));
  };

const windowOperators: Record<string, WindowOperator> = table({
  $documentNumber: (docs) => docs.map((_doc, i) => i + 1),
  $rank: ranking((before) => before),
  $denseRank: ranking((_before, keysBefore) => keysBefore),
});

/** An accumulator over the window around each document; without bounds over the whole partition. */
const inWindow =
  (name: string, window: Document): WindowOperator =>
  (docs, argument, { mingo }) => {
    const { documents = ['unbounded', 'unbounded'], ...others } = window;
    const isKnown = Object.keys(others).length === 0;
    check(isKnown, 238, "$setWindowFields supports windows of 'documents' only");
    const [lower, upper] = Array.isArray(documents) ? documents : [];
    const accumulate = (from: number, end: number): unknown =>
      accumulators[name]?.(docs.slice(Math.max(0, from), Math.max(0, end)), argument, mingo);
    if (lower === 'unbounded' && upper === 'unbounded') {
      const value = accumulate(0, docs.length);
      return docs.map(() => value);
    }
    const placeOf = (bound: unknown, current: number, unbounded: number): number => {
      if (bound === 'unbounded') return unbounded;
      return bound === 'current' ? current : current + wholeOf(bound, 5339902);
    };
    return docs.map((_doc, i) => accumulate(placeOf(lower, i, 0), placeOf(upper, i, docs.length - 1) + 1));
  };

/** Adds fields computed from documents of the same partition. */
export const setWindowFields: Stage = (docs, argument, run) => {
  const { partitionBy = null, sortBy, output } = asDocument(argument);
  check(isDocument(output), 40414, "BSON field '$setWindowFields.output' is missing but a required field");
  const fields = Object.entries(output).map(([path, value]) => {
    const { window, ...operator } = asDocument(value);
    const [[name, wanted] = ['', undefined], ...others] = Object.entries(operator);
    const isKnown = Object.hasOwn({ ...windowOperators, ...accumulators }, name);
    check(isKnown && others.length === 0, 9, () => `Unrecognized window function, ${name}`);
    check(sortBy || !(window || name in windowOperators), 5339901, () => `${name} needs a 'sortBy' here`);
    return { path, wanted, calculate: windowOperators[name] ?? inWindow(name, asDocument(window)) };
  });
  const partitions = groupBy(sorted(docs, sortBy, run.collation), (doc) => run.evaluate(doc, partitionBy));
  const inOrder = partitions.sort(([a], [b]) => compare(a, b));
  return inOrder.flatMap(([, partition]) =>
    fields.reduce((done, { path, wanted, calculate }) => {
      const values = calculate(partition, wanted, run, asDocument(sortBy));
      return done.map((doc, i) => setPath(doc, path, values[i]));
    }, partition),
  );
};
