import type { QueryFilter } from 'mongoose';
import { outsideRequest, requestContext } from '../request-context.ts';
import type { ModelOf } from './any-model.ts';
import type { ObjectId } from './ids.ts';
import { isInTransaction } from './transaction.ts';

type Key = string | ObjectId;

/** Callers that wait for the next batched query of one field of one model. */
interface Waiting {
  keys: Map<string, Key>;
  callers: Array<{ keys: readonly string[]; resolve(found: unknown[]): void; reject(error: unknown): void }>;
}

/** Larger batches run a query of their own, so that one caller with many keys does not delay the others. */
const mostKeys = 200;

const waiting = new WeakMap<object, Map<string, Waiting>>();

/**
 * Loads documents by a unique field in batches (the DataLoader pattern): all reads issued in the same tick of the event loop, by
 * any request, become one query, because under load most of a request's cost is its queries (docs/decisions/0120). Nothing is
 * cached: each caller reads what is stored after it asked. Documents may be shared, so they are frozen. In a transaction each
 * read is a query of its own.
 */
export async function batchLoad<Doc, Field extends keyof Doc & string>(
  Model: ModelOf<Doc>,
  field: Field,
  keys: ReadonlyArray<Doc[Field] & Key>,
): Promise<Doc[]> {
  if (keys.length === 0) return [];
  // Stops the work for a caller who has disconnected: most of it starts with such a read.
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
      // Runs in no request's context: the others must not lose their documents when the first caller disconnects.
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
  // Safe: the query is of this model.
  return new Promise<unknown[]>((resolve, reject) => {
    callers.push({ keys: keys.map(String), resolve, reject });
  }) as Promise<Doc[]>;
}

/** Loads one document by its id, or null; see `batchLoad`. */
export async function readOne<Doc extends { _id: Key }>(
  Model: ModelOf<Doc>,
  id: Doc['_id'],
): Promise<Doc | null> {
  const [found] = await batchLoad(Model, '_id', [id]);
  return found ?? null;
}

async function query<Doc>(Model: ModelOf<Doc>, field: string, keys: readonly Key[]): Promise<Doc[]> {
  // Safe: the field belongs to the document, and its values are the keys.
  const filter = { [field]: keys.length === 1 ? keys[0] : { $in: keys } } as QueryFilter<Doc>;
  return Model.find(filter).lean<Doc[]>();
}
