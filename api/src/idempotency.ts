import { createHmac, hash } from 'node:crypto';
import { errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import type { Fact } from './database/command.ts';
import { isDuplicateKey } from './database/database-errors.ts';
import { isId } from './database/ids.ts';
import { AppError, conflict, invalidField } from './errors.ts';
import { serverLimits } from './limits.ts';
import type { Services } from './services.ts';
import type { ApiContext } from './state.ts';

const keyForm = new RegExp(`^[\\x20-\\x7e]{1,${serverLimits.idempotency.keyMax}}$`);

/** The facts of the first request. A replay presents them anew, so it shows only what the caller may see now. */
export interface FirstFacts {
  facts: Fact;
}

/** An idempotent POST (D52): its key, scoped to member and call, and its body's hash. */
export interface Repeatable {
  /** The key as sent, stored with ledger entries. */
  key: string;
  id: string;
  bodyHash: string;
}

/**
 * Reads the `Idempotency-Key` of a member's POST; null without one. The key is scoped to the call and its parameters, whatever the
 * spelling of the path.
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
    // An HMAC with the client's key, which is not stored: a body may contain a password, and a plain hash would allow guessing it
    // offline.
    bodyHash: createHmac('sha256', key)
      .update(JSON.stringify(canonical(body)) ?? 'no body')
      .digest('hex'),
  };
}

/** Loads the facts of the first request under this key, if it has committed. */
export async function firstFacts({ db }: Services, request: Repeatable): Promise<FirstFacts | null> {
  const record = await db.models.Idempotency.findById(request.id).lean();
  if (!record) return null;
  if (record.bodyHash !== request.bodyHash) throw new AppError(422, errorCodes.idempotencyKeyReused);
  checkFacts(record.facts);
  return { facts: record.facts };
}

/** Another request has claimed the same key. */
export class RepeatedRequest extends Error {
  override name = 'RepeatedRequest';
}

/** Claims the key in the transaction's first write, so that no concurrent request can act under it. */
export async function claim({ db, clock }: Services, request: Repeatable): Promise<void> {
  const { id: _id, bodyHash } = request;
  try {
    await db.models.Idempotency.create({ _id, bodyHash, createdAt: clock.now() });
  } catch (cause) {
    if (isDuplicateKey(cause) || isWriteConflict(cause))
      throw new RepeatedRequest('The key is taken.', { cause });
    throw cause;
  }
}

/** Stores the facts in the transaction's last write, so that they commit with its effects. */
export async function storeFacts({ db }: Services, request: Repeatable, facts: Fact): Promise<void> {
  await db.models.Idempotency.updateOne({ _id: request.id }, { $set: { facts: facts ?? null } });
}

/** A constant such as `confirmed`: too short for a secret, and without digits. */
const word = /^[a-z_-]{1,24}$/;

/**
 * Refuses facts other than ids, times, numbers and constants, whatever their static type. They are stored for a day, where nobody
 * expects personal data, a session or a password.
 */
export function checkFacts(facts: unknown): asserts facts is Fact {
  if (facts === null || facts === undefined || typeof facts === 'number' || typeof facts === 'boolean')
    return;
  if (typeof facts === 'string' && word.test(facts)) return;
  if (isId(facts) || facts instanceof Date) return;
  const isPlain =
    Array.isArray(facts) || (typeof facts === 'object' && Object.getPrototypeOf(facts) === Object.prototype);
  if (!isPlain)
    throw new TypeError('Facts must be ids, times, numbers or single words: docs/decisions/0042.');
  for (const part of Object.values(facts)) checkFacts(part);
}

export function stillRunning(): AppError {
  return conflict(errorCodes.requestRunning, { retryAfter: 1 });
}

function isWriteConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 112;
}

function sha256(text: string): string {
  return hash('sha256', text);
}

/** Canonicalises a body: sorted keys, normalised e-mail addresses. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [
        name,
        name === 'email' && typeof part === 'string' ? canonicalAddress(part) : canonical(part),
      ]),
  );
}
