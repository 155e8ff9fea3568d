import { MongoError } from '../errors.ts';
import { isArrayIndex, ownValue, walkPath } from '../query/paths.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, fitKey, KeyWriter } from '../values/keys.ts';
import { isDocument } from '../values/types.ts';
import type { Collection, Index } from './catalog.ts';
import { nameOf } from './view.ts';

/** The keys under which a document is found in an index. The index remembers arrays and over-long keys that it met. */
export function indexKeys(collection: Collection, index: Index, doc: Document): Buffer[] {
  const { fields, sparse, matchesPartial, collation } = index;
  if (matchesPartial && !matchesPartial(doc)) return [];
  if (sparse && !fields.some(({ parts }) => walkPath(doc, parts, (value) => value !== undefined))) return [];
  let { truncated } = index;
  const multikeyFields = new Set(index.multikeyFields);
  const writer = new KeyWriter(collation);
  const start = fields.map((field): Step => ({ value: doc, rest: field.parts }));
  const keys = new Map<string, Buffer>();
  for (const tuple of expand(start, multikeyFields)) {
    for (const [i, value] of tuple.entries()) writer.value(value ?? null, fields[i]?.descending);
    const fitted = fitKey(writer.finish());
    truncated ||= fitted.truncated;
    keys.set(nameOf(fitted.key), fitted.key);
  }
  if (multikeyFields.size > index.multikeyFields.size || truncated !== index.truncated) {
    Object.assign(index, { multikeyFields, truncated });
    collection.hasNewShape = true;
  }
  return [...keys.values()];
}

/** A field on its way: a value and the rest of the path below it. Without a rest the value is a key as it is. */
interface Step {
  readonly value: unknown;
  readonly rest?: readonly string[];
}

/** Follows every field to its end, taking arrays apart one element at a time; fields inside one array stay together. */
function expand(fields: Step[], multikey: Set<number>): unknown[][] {
  const steps = fields.map(advance);
  let array: unknown[] | undefined;
  for (const [i, { value, rest }] of steps.entries()) {
    if (!rest || !Array.isArray(value)) continue;
    if (array && array !== value) throw new MongoError(171, 'cannot index parallel arrays');
    array = value;
    multikey.add(i);
  }
  if (!array) return [steps.map(({ value }) => value)];
  const items = array.length > 0 ? array : [emptyArrayKey];
  return items.flatMap((item) => {
    const entered = steps.map((step) => (step.rest && step.value === array ? enter(item, step.rest) : step));
    return expand(entered, multikey);
  });
}

/** One element of an array; an empty array, a scalar or an array inside an array has no fields. */
function enter(item: unknown, rest: readonly string[]): Step {
  if (rest.length === 0) return { value: item };
  return isDocument(item) ? { value: item, rest } : { value: undefined };
}

/** Goes down to the next array, or to the end of the path. */
function advance({ value, rest }: Step): Step {
  for (; rest?.[0] !== undefined; rest = rest.slice(1)) {
    if (isDocument(value)) value = ownValue(value, rest[0]);
    else if (!Array.isArray(value)) return { value: undefined };
    else if (isArrayIndex(rest[0])) value = value[Number(rest[0])];
    else break;
  }
  return { value, rest };
}
