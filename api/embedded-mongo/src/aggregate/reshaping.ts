import { check, checkFields } from '../input.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { setPath, sorted, valuesAt } from './documents.ts';
import { group } from './group.ts';
import { asDocument, isMissing, listOf, wholeOf } from './operator.ts';
import type { Run, Stage } from './stage.ts';
import { groupBy } from './values.ts';

/** Divides sorted documents into buckets of about equal size; equal values stay together. */
export const bucketAuto: Stage = (docs, argument, run) => {
  const { groupBy: by, buckets, output = { count: { $sum: 1 } }, granularity } = asDocument(argument);
  check(granularity === undefined, 238, "$bucketAuto's granularity is not supported by this server");
  const most = wholeOf(buckets, 40241, 1);
  const keyed = docs.map((doc) => ({ key: run.evaluate(doc, by) ?? null, doc }));
  const found: { min: unknown; max: unknown; docs: Document[] }[] = [];
  for (const [key, members] of groupBy(sorted(keyed, { key: 1 }, run.collation), (one) => one.key)) {
    const last = found.at(-1);
    const isFull = !last || (last.docs.length >= Math.round(docs.length / most) && found.length < most);
    const bucket = isFull ? { min: key, max: key, docs: [] } : last;
    if (isFull) found.push(bucket);
    bucket.docs.push(...members.map(({ doc }) => doc));
    bucket.max = key;
  }
  return found.map(({ min, max, docs: members }, i) => {
    const [result] = group(members, { ...asDocument(output), _id: null }, run);
    return { ...result, _id: { min, max: found[i + 1]?.min ?? max } };
  });
};

/** Keeps, prunes or descends into every document and subdocument, as an expression decides. */
export const redact: Stage = (docs, expression, { evaluate }) => {
  const redacted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(redacted).filter((item) => item !== undefined);
    if (!isDocument(value)) return value;
    const action = evaluate(value, expression);
    const isKnown = action === '$$KEEP' || action === '$$PRUNE' || action === '$$DESCEND';
    check(isKnown, 17053, '$redact must give $$KEEP, $$PRUNE or $$DESCEND');
    if (action !== '$$DESCEND') return action === '$$KEEP' ? value : undefined;
    const fields = Object.entries(value).map(([name, field]) => [name, redacted(field)] as const);
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  };
  return docs.map(redacted).filter(isDocument);
};

/** Fills gaps in a field's values: with the previous value, or by linear interpolation. */
function filled(docs: Document[], path: string, method: unknown, at: (doc: Document) => number): unknown[] {
  const values = docs.map((doc) => valuesAt(doc, path)[0] ?? null);
  return values.map((value, i) => {
    if (value !== null) return value;
    const before = values.slice(0, i).findLastIndex((one) => one !== null);
    if (method === 'locf') return values[before] ?? null;
    const after = values.findIndex((one, j) => j > i && one !== null);
    const [from, to] = [toNumber(values[before]), toNumber(values[after])];
    const [a, b, c] = [docs[before], docs[i], docs[after]];
    if (from === undefined || to === undefined || !a || !b || !c) return null;
    return from + ((to - from) * (at(b) - at(a))) / (at(c) - at(a));
  });
}

/** Fills gaps of fields, in partitions and a sort order. */
export const fill: Stage = (docs, argument, run: Run) => {
  const { partitionBy, partitionByFields = [], sortBy, output } = asDocument(argument);
  const names = listOf(partitionByFields, 6050200).map((name) => `$${String(name)}`);
  const partitions = groupBy(sorted(docs, sortBy, run.collation), (doc) =>
    run.evaluate(doc, partitionBy ?? names),
  );
  const [orderedBy = ''] = Object.keys(asDocument(sortBy));
  const at = (doc: Document): number => Number(valuesAt(doc, orderedBy)[0]);
  return partitions.flatMap(([, partition]) =>
    Object.entries(asDocument(output)).reduce((done, [path, spec]) => {
      const { value, method } = asDocument(spec);
      checkFields(asDocument(spec), ['value', 'method'], '$fill.output');
      const isKnown = value !== undefined || (orderedBy && (method === 'locf' || method === 'linear'));
      check(isKnown, 6050201, "$fill needs a 'value', or a 'sortBy' and a method, 'locf' or 'linear'");
      const values = value === undefined ? filled(done, path, method, at) : [];
      return done.map((doc, i) => {
        if (!isMissing(valuesAt(doc, path)[0])) return doc;
        return setPath(doc, path, value === undefined ? values[i] : run.evaluate(doc, value));
      });
    }, partition),
  );
};
