import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ModelOf } from '../database/any-model.ts';
import { retryOnDuplicateKey } from '../database/database-errors.ts';
import { idMadeOf, newId, type ObjectId } from '../database/ids.ts';
import { afterTransaction } from '../database/transaction.ts';
import type { JobDoc } from './job.model.ts';

/** A lane of the queue: lanes run in parallel, and the jobs of one lane in sequence. */
export type Lane = 'main' | 'mail' | 'sign-in';

/** A kind of job: its payload, its backoff after failures, and its lane. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Milliseconds to wait after the first, second, … failure. After one more failure the job is dead. */
  readonly retryAfter: readonly number[];
  /**
   * `mail`: needs the mail server, and is not started without one. `sign-in`: likewise, but several run in parallel, because a member
   * is waiting at the screen. Default: `main`.
   */
  readonly lane?: Lane;
}

export interface AddOptions {
  /** Default: now. */
  runAt?: Date;
  memberId?: ObjectId;
  /** For jobs that know an address and no member. */
  emailKey?: string;
  /** A deduplication key: nothing is added while a job of this kind with the same key is pending. */
  onceFor?: string;
}

/** The queue's producer side. Inside a transaction, the job exists only if it commits. */
export interface Jobs {
  add<Payload>(kind: JobKind<Payload>, payload: Payload, options?: AddOptions): Promise<void>;
  /** Subscribes to jobs added by this process. */
  onAdded(listener: () => void): void;
}

/** Creates the queue of a database. Jobs are documents, so they survive a crash. */
export function createJobs(Job: ModelOf<JobDoc>, clock: Clock): Jobs {
  const listeners: Array<() => void> = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    async add(kind, payload, { runAt, memberId, emailKey, onceFor } = {}) {
      const now = clock.now();
      const job = {
        _id: onceFor === undefined ? newId() : idMadeOf(`${kind.name}\n${onceFor}`),
        kind: kind.name,
        payload: kind.payload.parse(payload),
        memberId: memberId ?? null,
        emailKey: emailKey ?? null,
        runAt: runAt ?? now,
        createdAt: now,
      };
      const { _id, ...rest } = job;
      if (onceFor === undefined) await Job.create(job);
      else {
        // A dead job with the same key is revived.
        const anew = { ...rest, attempts: 0, lease: null, lastError: null, deadAt: null };
        const { matchedCount } = await Job.updateOne({ _id, deadAt: { $ne: null } }, { $set: anew });
        if (matchedCount === 0)
          await retryOnDuplicateKey(() => Job.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true }));
      }
      // The job is invisible before the commit. A wake-up after an aborted transaction finds nothing, which is cheap.
      afterTransaction(notify);
    },
    onAdded: (listener) => listeners.push(listener),
  };
}
