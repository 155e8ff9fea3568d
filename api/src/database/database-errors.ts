import mongoose from 'mongoose';

/** A unique index refused a document; `field` asks for one particular index. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11_000) return false;
  const pattern: unknown = error.keyPattern;
  return field === undefined || (typeof pattern === 'object' && pattern !== null && field in pattern);
}

/** Whether an error says that the database is away, rather than that we asked something wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { mongo, Error: odmError } = mongoose;
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof odmError.MongooseServerSelectionError ||
    (error instanceof Error && error.name === 'MongoPoolClearedError')
  );
}

/**
 * Two upserts of the same document at the same moment: one makes it, and the other finds it when it looks again. For
 * single operations; transactions repeat as a whole.
 */
export async function retryOnDuplicateKey<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}
