import { Schema } from 'mongoose';
import type { ObjectId } from '../database/ids.ts';

/**
 * What makes one document findable: kept beside it, so that reading the document does not carry it along. Its id and
 * time are those of the document.
 */
export interface SearchEntry {
  _id: ObjectId;
  createdAt: Date;
  /** The searched texts, folded, one a line. */
  text: string;
  /** Values that filters ask for, such as `gender:female`. */
  facets: string[];
  /** The pieces of the text, and the facets: one key of the index each. */
  terms: string[];
}

export const searchEntryFields = {
  createdAt: { type: Date, required: true },
  text: { type: String, default: '' },
  facets: { type: [String], default: [] },
  terms: { type: [String], required: true },
} as const;

/**
 * Entries with fields of their own, which decide whether a caller may find them.
 *
 * @param orders names of numbers among the fields by which what is found can be ordered, highest first
 */
export function createSearchEntrySchema<Entry extends SearchEntry>(
  fields: Record<string, object>,
  orders: readonly string[] = [],
) {
  const schema = new Schema<Entry>({ ...searchEntryFields, ...fields }, { versionKey: false });
  // One term, newest first: any page of it reads what it shows.
  schema.index({ terms: 1, createdAt: -1, _id: -1 });
  for (const order of orders) schema.index({ terms: 1, [order]: -1, _id: -1 });
  return schema;
}
