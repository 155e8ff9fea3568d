import type { Model } from 'mongoose';

/** A model of documents of one kind, whichever collection they are in. */
export type ModelOf<Doc> = Model<Doc, object, object, { id: string }>;
