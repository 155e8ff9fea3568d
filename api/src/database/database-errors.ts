import mongoose from 'mongoose';

/** Whether a unique index rejected a document; `field` restricts the check to one index. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11_000) return false;
  const pattern: unknown = error.keyPattern;
  return field === undefined || (typeof pattern === 'object' && pattern !== null && field in pattern);
}

/** Whether an error means that the database is unreachable, rather than that the query is wrong. */
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
 * Retries after a race condition between two upserts of one document: one inserts, the other finds it on its second try. For
 * single operations only; transactions are retried as a whole.
 */
export async function retryOnDuplicateKey<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}
