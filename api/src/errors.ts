import { type ErrorCode, type ErrorEnvelope, errorCodes } from '@frens/contract/errors';
import type { FieldProblem } from '@frens/contract/validation';

interface Facts {
  fields?: Record<string, FieldProblem>;
  details?: ErrorEnvelope['details'];
  /** How long the client should wait, in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error that the caller sees; any other error becomes a neutral 500. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly facts: Facts;

  constructor(status: number, code: ErrorCode, facts: Facts = {}) {
    super(`${status} ${code}`, facts.cause === undefined ? {} : { cause: facts.cause });
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

/** A 400 response: every invalid field with the key of its message. */
export function invalid(
  fields: Record<string, FieldProblem>,
  code: ErrorCode = errorCodes.invalid,
): AppError {
  return new AppError(400, code, { fields });
}

/** A 400 response for one invalid field. */
export function invalidField(field: string, key: string, cause?: unknown): AppError {
  return new AppError(400, errorCodes.invalid, { fields: { [field]: { key, values: {} } }, cause });
}

/** @param hadSession whether the browser sent a session that has ended; its error code tells the member why to sign in again */
export function signedOut(hadSession: boolean): AppError {
  return new AppError(401, hadSession ? errorCodes.sessionEnded : errorCodes.signedOut);
}

export function forbidden(code: ErrorCode = errorCodes.forbidden, details?: Facts['details']): AppError {
  return new AppError(403, code, { details });
}

/** A 404 response for documents that do not exist and for those hidden from the caller: indistinguishable. */
export function notFound(): AppError {
  return new AppError(404, errorCodes.notFound);
}

export function conflict(code: ErrorCode = errorCodes.conflict, facts: Facts = {}): AppError {
  return new AppError(409, code, facts);
}

export function tooMany(retryAfter: number, code: ErrorCode = errorCodes.tooManyRequests): AppError {
  return new AppError(429, code, { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
}

/** The store of published builds does not respond in time. */
export class StoreSilent extends Error {
  override name = 'StoreSilent';
}

export function unavailable(cause?: unknown, retryAfter = 2): AppError {
  return new AppError(503, errorCodes.unavailable, { retryAfter, cause });
}

/** Error codes of MongoDB and of the operating system for a disk that refuses writes. */
const diskRefusals: Readonly<Record<string, DiskRefusal>> = {
  14_031: errorCodes.storageFull,
  ENOSPC: errorCodes.storageFull,
  EDQUOT: errorCodes.storageFull,
  39: errorCodes.storageFailed,
  EIO: errorCodes.storageFailed,
  EROFS: errorCodes.storageFailed,
};

/** Why a disk refuses writes: it is full, or it fails. */
export type DiskRefusal = typeof errorCodes.storageFull | typeof errorCodes.storageFailed;

/** The reason if an error means that the disk refused a write. */
export function diskRefusalOf(error: unknown): DiskRefusal | undefined {
  return error instanceof Error && 'code' in error ? diskRefusals[String(error.code)] : undefined;
}

/** A 503 response to a write; reads still work. */
export function storageRefused(refusal: DiskRefusal, cause: unknown): AppError {
  return new AppError(503, refusal, { retryAfter: 30, cause });
}

/** A 503 response of an overloaded server: the request had no effect (D78). */
export function busy(retryAfter: number, cause?: unknown): AppError {
  return new AppError(503, errorCodes.busy, { retryAfter, cause });
}
