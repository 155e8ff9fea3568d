import type { Document } from './values/decode.ts';

/** MongoDB's error codes that this server uses, by name. */
const codeNames = new Map(
  `1 InternalError, 2 BadValue, 9 FailedToParse, 13 Unauthorized, 14 TypeMismatch, 15 Overflow, 16 InvalidLength,
  20 IllegalOperation, 22 InvalidBSON, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 39 FileStreamFailed,
  40 ConflictingUpdateOperators, 43 CursorNotFound, 48 NamespaceExists, 50 MaxTimeMSExpired,
  52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField, 56 EmptyFieldName, 59 CommandNotFound,
  66 ImmutableField, 67 CannotCreateIndex, 72 InvalidOptions, 73 InvalidNamespace, 85 IndexOptionsConflict,
  86 IndexKeySpecsConflict, 112 WriteConflict, 125 CommandFailed, 146 ExceededMemoryLimit, 168 InvalidPipelineOperator,
  171 CannotIndexParallelArrays, 175 QueryPlanKilled, 197 InvalidIndexSpecificationOption, 225 TransactionTooOld,
  244 TransactionAborted, 246 SnapshotUnavailable, 251 NoSuchTransaction, 256 TransactionCommitted,
  257 TransactionTooLarge, 261 TooManyLogicalSessions, 263 OperationNotSupportedInTransaction, 276 IndexBuildAborted, 291 NoQueryExecutionPlans,
  10334 BSONObjectTooLarge, 11000 DuplicateKey, 11600 InterruptedAtShutdown, 14031 OutOfDiskSpace`
    .split(/,\s+/)
    .map((pair) => [Number.parseInt(pair, 10), pair.split(' ')[1]]),
);

/** An error with MongoDB's code; becomes the reply `{ ok: 0 }` or an entry of `writeErrors`. */
export class MongoError extends Error {
  readonly code: number;
  readonly details: Document;
  constructor(code: number, message: string, details: Document = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
  get codeName(): string {
    return codeNames.get(this.code) ?? `Location${this.code}`;
  }
}

export const badValue = (message: string): MongoError => new MongoError(2, message);
export const failedToParse = (message: string): MongoError => new MongoError(9, message);
export const typeMismatch = (message: string): MongoError => new MongoError(14, message);
