import mongoose, { type Schema } from 'mongoose';
import type { Models } from '../../src/resources/models.ts';
import { valueOfSchema } from '../../src/testing/fill-models.ts';
import { volumes } from './volumes.ts';

const { BSON } = mongoose.mongo;
/** How many documents of a collection are weighed. */
const sampleSize = 1000;
/** Bytes of an index entry besides its key: the record number and a separator. */
const entryOverhead = 10;

/** A collection's uncompressed size per member. */
export interface Measured {
  collection: string;
  perMember: number;
  /** Average bytes of a document. */
  documentBytes: number;
  /** Average bytes of all index entries of a document. */
  indexBytes: number;
  indexes: number;
  /** Counted in the invented community rather than assumed. */
  isCounted: boolean;
}

type Document = Record<string, unknown>;

/** Weighs every collection: with the invented community's documents, or an example of its schema. */
export async function measure(models: Models, members: number): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, model] of Object.entries(models)) {
    const count = await model.estimatedDocumentCount();
    // Safe: the names are model names.
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
        // A partial index has no entry for most documents.
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

/** Bytes of a document's entries in one index; a multikey index has one per list item. */
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

/** Bytes of a value in a key: one for its type, plus its BSON value. */
function keyBytes(value: unknown): number {
  // A document with one field is 8 bytes longer than its value: length, type, name and end.
  return 1 + BSON.calculateObjectSize({ v: value === undefined ? null : value }) - 8;
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: number[]) => sum(numbers) / numbers.length;
