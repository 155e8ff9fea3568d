import type { Model } from 'mongoose';

/** A mongoose model of documents of one kind, in any collection. */
export type ModelOf<Doc> = Model<Doc, object, object, { id: string }>;
