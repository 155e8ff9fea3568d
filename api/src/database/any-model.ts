import type { Model } from 'mongoose';

/** A mongoose model of one kind of document, in any collection. */
export type ModelOf<Doc> = Model<Doc, object, object, { id: string }>;
