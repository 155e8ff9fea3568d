import mongoose, { type Schema } from 'mongoose';
import type { Models } from '../../src/resources/models.ts';
import { valueOfSchema } from '../../src/testing/fill-models.ts';
import { volumes } from './volumes.ts';

const { BSON } = mongoose.mongo;
/** So many documents of a collection are weighed. */
const sampleSize = 1000;
/** What an entry of an index has beside its key: the number of its document, and what keeps the two apart. */
const entryOverhead = 10;

/** What one collection takes for each member, before compression. */
export interface Measured {
  collection: string;
  perMember: number;
  /** Bytes of one document, the mean. */
  documentBytes: number;
  /** Bytes of the entries of all indexes for one document, the mean. */
  indexBytes: number;
  indexes: number;
  /** Counted in the invented community, not assumed. */
  isCounted: boolean;
}

type Document = Record<string, unknown>;

/** Weighs every collection: of an invented community where it has any, by an example of its schema where not. */
export async function measure(models: Models, members: number): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, model] of Object.entries(models)) {
    const count = await model.estimatedDocumentCount();
    // True because the names are those of the models.
    const { assumed } = volumes[name as keyof Models];
    const schema = model.schema as Schema;
    const docs: Document[] =
      count > 0
        ? await model.collection.find().limit(sampleSize).toArray()
        : [{ _id: new mongoose.Types.ObjectId(), ...valueOfSchema(schema, 'some words of a member') }];
    const indexes = [
      { fields: ['_id'], filter: undefined },
      ...schema.indexes().map(([fields, { partialFilterExpression: filter }]) => ({
        fields: Object.keys(fields),
        filter,
      })),
    ];
    const weights = await Promise.all(
      indexes.map(async ({ fields, filter }) => {
        const weigh = (some: Document[]) => mean(some.map((doc) => entriesOf(doc, fields)));
        if (!filter || count === 0) return weigh(docs);
        // Most documents have no entry in an index of some.
        const share = (await model.collection.countDocuments(filter)) / count;
        return share > 0 ? share * weigh(await model.collection.find(filter).limit(sampleSize).toArray()) : 0;
      }),
    );
    rows.push({
      collection: model.collection.name,
      perMember: count > 0 ? count / members : (assumed?.perMember ?? 0),
      documentBytes: mean(docs.map((doc) => BSON.calculateObjectSize(doc))),
      indexBytes: sum(weights),
      indexes: indexes.length,
      isCounted: count > 0,
    });
  }
  return rows;
}

/** Bytes of a document's entries in one index: one for each item of a list. */
function entriesOf(doc: Document, fields: string[]): number {
  const values = fields.map((field) => valuesAt(doc, field.split('.')));
  const entries = Math.max(1, ...values.map((list) => list.length));
  return (
    sum(values.map((list) => sum(list.map(keyBytes)) * (entries / Math.max(1, list.length)))) +
    entries * entryOverhead
  );
}

function valuesAt(value: unknown, [first, ...rest]: string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, first === undefined ? [] : [first, ...rest]));
  if (first === undefined) return [value];
  return valuesAt((value as Document | null | undefined)?.[first], rest);
}

/** Bytes of a value in a key: one for its type, and the value as BSON has it. */
function keyBytes(value: unknown): number {
  // A document of one field is 8 bytes more than its value: length, type, name and end.
  return 1 + BSON.calculateObjectSize({ v: value === undefined ? null : value }) - 8;
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: number[]) => sum(numbers) / numbers.length;
