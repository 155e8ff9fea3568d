import { createHash } from 'node:crypto';
import { errorCodes } from '@frens/contract/errors';
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from './database/database.ts';
import { AppError, conflict, invalidField } from './errors.ts';
import { serverLimits } from './limits.ts';
import type { Services } from './services.ts';
import type { ApiContext } from './state.ts';

const keyForm = new RegExp(`^[\\x20-\\x7e]{1,${serverLimits.idempotency.keyMax}}$`);

/** What a repeated request is answered. */
export interface FirstAnswer {
  status: number;
  body: unknown;
}

/** A POST that may be repeated safely (D52): its key, scoped to member and call, and the hash of its body. */
export interface Repeatable {
  /** The key as the caller sent it, kept with ledger entries. */
  key: string;
  id: string;
  bodyHash: string;
}

/**
 * Reads the `Idempotency-Key` of a member's POST; null when there is none. It counts for the call and its parameters,
 * however its address was written.
 */
export function repeatableRequest(
  ctx: ApiContext & { params: Record<string, string> },
  call: string,
  memberId: string,
  body: unknown,
): Repeatable | null {
  const key = ctx.get('Idempotency-Key');
  if (ctx.method !== 'POST' || key === '') return null;
  if (!keyForm.test(key)) throw invalidField('Idempotency-Key', 'validation.idempotencyKey');
  return {
    key,
    id: sha256(JSON.stringify([memberId, call, canonical(ctx.params), key])),
    bodyHash: sha256(JSON.stringify(canonical(body)) ?? 'no body'),
  };
}

/** The first answer, if the request has been answered before. */
export async function firstAnswer({ db }: Services, request: Repeatable): Promise<FirstAnswer | null> {
  const record = await db.models.Idempotency.findById(request.id).lean();
  if (!record || record.status === null) return null;
  if (record.bodyHash !== request.bodyHash) throw new AppError(422, errorCodes.idempotencyKeyReused);
  return { status: record.status, body: JSON.parse(record.answer) };
}

/** Thrown when another request with the same key got there first. */
export class RepeatedRequest extends Error {
  override name = 'RepeatedRequest';
}

/** Takes the key, as the first act of the transaction: nobody else can act under it from here on. */
export async function claim(
  { db, clock }: Services,
  request: Repeatable,
  session: ClientSession,
): Promise<void> {
  const { id: _id, bodyHash } = request;
  try {
    await db.models.Idempotency.create([{ _id, bodyHash, createdAt: clock.now() }], { session });
  } catch (cause) {
    if (isDuplicateKey(cause) || isWriteConflict(cause)) {
      throw new RepeatedRequest('The key is taken.', { cause });
    }
    throw cause;
  }
}

/** Keeps the answer, as the last act of the transaction, so that answer and effect stand or fall together. */
export async function keepAnswer(
  { db }: Services,
  request: Repeatable,
  answer: FirstAnswer,
  session: ClientSession,
): Promise<void> {
  const { status, body } = answer;
  await db.models.Idempotency.updateOne(
    { _id: request.id },
    { status, answer: JSON.stringify(body ?? null) },
    { session },
  );
}

export function stillRunning(): AppError {
  return conflict(errorCodes.requestRunning, { retryAfter: 1 });
}

function isWriteConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 112;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The same value with keys in order: what a body says does not depend on how it was written. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, canonical(part)]),
  );
}
