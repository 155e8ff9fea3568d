import { Schema } from 'mongoose';
import type { ObjectId } from '../database/ids.ts';

/**
 * The search index entry of one document, stored separately so that reading the document does not load it. It shares the document's
 * id and time.
 */
export interface SearchEntry {
  _id: ObjectId;
  createdAt: Date;
  /** The searchable texts, case-folded, one per line. */
  text: string;
  /** Filter values such as `gender:female`. */
  facets: string[];
  /** N-grams of the text, plus the facets: the keys of a multikey index. */
  terms: string[];
}

export const searchEntryFields = {
  createdAt: { type: Date, required: true },
  text: { type: String, default: '' },
  facets: { type: [String], default: [] },
  terms: { type: [String], required: true },
} as const;

/**
 * Creates the schema of entries with additional fields, which decide whether a caller may find them.
 *
 * @param orders numeric fields that results can be sorted by, highest first
 */
export function createSearchEntrySchema<Entry extends SearchEntry>(
  fields: Record<string, object>,
  orders: readonly string[] = [],
) {
  const schema = new Schema<Entry>({ ...searchEntryFields, ...fields });
  // One term, newest first: each page reads only its own rows.
  schema.index({ terms: 1, createdAt: -1, _id: -1 });
  for (const order of orders) schema.index({ terms: 1, [order]: -1, _id: -1 });
  return schema;
}
