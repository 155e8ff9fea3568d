import { MongoError } from '../errors.ts';
import { isArrayIndex, ownValue } from '../query/paths.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, fitKey, KeyWriter } from '../values/keys.ts';
import { isDocument } from '../values/types.ts';
import type { Index } from './catalog.ts';

/** The keys of one document in one index. */
export interface IndexKeys {
  readonly keys: Buffer[];
  /** The fields (by position) on whose path an array was met. */
  readonly multikeyFields: number[];
  readonly truncated: boolean;
}

const none: IndexKeys = { keys: [], multikeyFields: [], truncated: false };

interface FieldState {
  value: unknown;
  rest: readonly string[];
}

/** Works out the keys under which a document is found in an index. */
export function indexKeys(index: Index, doc: Document): IndexKeys {
  if (index.matchesPartial && !index.matchesPartial(doc)) return none;
  if (index.sparse && index.fields.every((field) => isAbsent(doc, field.parts))) return none;
  const multikey = new Set<number>();
  const tuples: unknown[][] = [];
  expand(
    index.fields.map((field) => ({ value: doc, rest: field.parts })),
    multikey,
    tuples,
  );
  const writer = new KeyWriter(index.collation);
  const keys = new Map<string, Buffer>();
  let truncated = false;
  for (const tuple of tuples) {
    tuple.forEach((value, i) => {
      writer.value(value === undefined ? null : value, index.fields[i]?.descending);
    });
    const fitted = fitKey(writer.finish());
    truncated ||= fitted.truncated;
    keys.set(fitted.key.toString('latin1'), fitted.key);
  }
  return { keys: [...keys.values()], multikeyFields: [...multikey], truncated };
}

function isAbsent(value: unknown, parts: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return value === undefined;
  if (isDocument(value)) return isAbsent(ownValue(value, part), rest);
  if (!Array.isArray(value)) return true;
  if (isArrayIndex(part) && Number(part) < value.length) return isAbsent(value[Number(part)], rest);
  return value.every((item) => !isDocument(item) || isAbsent(item, parts));
}

/** Follows every field to its end, taking arrays apart one element at a time; fields inside one array stay together. */
function expand(fields: FieldState[], multikey: Set<number>, tuples: unknown[][]): void {
  let array: unknown[] | undefined;
  const inArray: number[] = [];
  const walked = fields.map((field, i) => {
    const state = advance(field);
    if (Array.isArray(state.value) && !(state as { final?: boolean }).final) {
      if (array && array !== state.value) {
        throw new MongoError(171, `cannot index parallel arrays`);
      }
      array = state.value;
      inArray.push(i);
      multikey.add(i);
    }
    return state;
  });
  if (!array) {
    tuples.push(walked.map((state) => state.value));
    return;
  }
  const items: unknown[] = array.length ? array : [emptyArrayKey];
  for (const item of items) {
    expand(
      walked.map((state, i) => (inArray.includes(i) ? elementState(item, state.rest) : state)),
      multikey,
      tuples,
    );
  }
}

function elementState(item: unknown, rest: readonly string[]): FieldState {
  if (rest.length === 0) return finalState(item);
  // An empty array, a scalar or an array inside an array has no such field.
  return isDocument(item) ? { value: item, rest } : finalState(undefined);
}

/** A value that is a key as it is, even if it is an array (an array inside an array). */
function finalState(value: unknown): FieldState & { final: true } {
  return { value, rest: [], final: true };
}

function advance(field: FieldState): FieldState {
  let { value, rest } = field;
  if ((field as { final?: boolean }).final) return field;
  while (rest.length > 0) {
    const part = rest[0] ?? '';
    if (isDocument(value)) value = ownValue(value, part);
    else if (Array.isArray(value)) {
      if (!isArrayIndex(part)) return { value, rest };
      value = value[Number(part)];
    } else return finalState(undefined);
    rest = rest.slice(1);
  }
  return { value, rest };
}
