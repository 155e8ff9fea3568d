import type { QueryFilter } from 'mongoose';
import { outsideRequest, requestContext } from '../request-context.ts';
import type { ModelOf } from './any-model.ts';
import type { ObjectId } from './ids.ts';
import { isInTransaction } from './transaction.ts';

type Key = string | ObjectId;

/** Callers that wait for the next query of one field of one model. */
interface Waiting {
  keys: Map<string, Key>;
  callers: Array<{ keys: readonly string[]; resolve(found: unknown[]): void; reject(error: unknown): void }>;
}

/** More keys than this go by a query of their own: one caller with many must not hold up the others. */
const mostKeys = 200;

const waiting = new WeakMap<object, Map<string, Waiting>>();

/**
 * Reads documents by a unique field. What is asked for in the same turn of the event loop, by whichever requests, is read
 * by one query: under load most of a request's cost is its queries (docs/decisions/0120). Nothing is kept: every caller
 * reads what was there after it asked. Documents may be shared, so they are frozen. In a transaction it is a query of its own.
 */
export async function batchLoad<Doc, Field extends keyof Doc & string>(
  Model: ModelOf<Doc>,
  field: Field,
  keys: ReadonlyArray<Doc[Field] & Key>,
): Promise<Doc[]> {
  if (keys.length === 0) return [];
  // The work for a caller who has gone ends here: most of it begins with such a reading.
  requestContext()?.signal.throwIfAborted();
  if (isInTransaction() || keys.length > mostKeys) return query(Model, field, keys);
  let fields = waiting.get(Model);
  if (!fields) waiting.set(Model, (fields = new Map()));
  let next = fields.get(field);
  if (!next || next.keys.size + keys.length > mostKeys) {
    const begun: Waiting = { keys: new Map(), callers: [] };
    const { keys: all, callers } = begun;
    fields.set(field, begun);
    next = begun;
    setImmediate(() => {
      if (fields.get(field) === begun) fields.delete(field);
      // Not for the first request alone: the others must not miss theirs when its caller goes.
      outsideRequest(() => query(Model, field, [...all.values()])).then(
        (found) => {
          const byKey = new Map(found.map((doc) => [String(doc[field]), Object.freeze(doc)]));
          for (const caller of callers) caller.resolve(caller.keys.flatMap((key) => byKey.get(key) ?? []));
        },
        (error: unknown) => {
          for (const caller of callers) caller.reject(error);
        },
      );
    });
  }
  for (const key of keys) next.keys.set(String(key), key);
  const { callers } = next;
  // True because the query is of this model.
  return new Promise<unknown[]>((resolve, reject) => {
    callers.push({ keys: keys.map(String), resolve, reject });
  }) as Promise<Doc[]>;
}

/** One document by its id, or null; see `batchLoad`. */
export async function readOne<Doc extends { _id: Key }>(
  Model: ModelOf<Doc>,
  id: Doc['_id'],
): Promise<Doc | null> {
  const [found] = await batchLoad(Model, '_id', [id]);
  return found ?? null;
}

async function query<Doc>(Model: ModelOf<Doc>, field: string, keys: readonly Key[]): Promise<Doc[]> {
  // True because the field is one of the document's, and its values are the keys.
  const filter = { [field]: keys.length === 1 ? keys[0] : { $in: keys } } as QueryFilter<Doc>;
  return Model.find(filter).lean<Doc[]>();
}
