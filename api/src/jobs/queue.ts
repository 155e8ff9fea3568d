import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ModelOf } from '../database/any-model.ts';
import { retryOnDuplicateKey } from '../database/database-errors.ts';
import { idMadeOf, newId, type ObjectId } from '../database/ids.ts';
import { afterTransaction } from '../database/transaction.ts';
import type { JobDoc } from './job.model.ts';

/** Jobs of one lane are done one after another, and those of another one meanwhile. */
export type Lane = 'main' | 'mail' | 'sign-in';

/** One kind of work: what it is told, and how long it waits after each failure before it is given up. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Milliseconds after the first, second, … failure. After the last one the job is dead. */
  readonly retryAfter: readonly number[];
  /**
   * `mail`: it waits for the mail server, and is not begun while there is none. `sign-in`: so does it, and somebody waits for it in front of
   * the screen, so several are done at once. Default: `main`.
   */
  readonly lane?: Lane;
}

export interface AddOptions {
  /** Default: now. */
  runAt?: Date;
  memberId?: ObjectId;
  /** For work that knows an address and no member. */
  emailKey?: string;
  /** Nothing is added while work of this kind waits that was added for the same. */
  onceFor?: string;
}

/** Where work is handed in. Inside a transaction the job exists exactly if it commits. */
export interface Jobs {
  add<Payload>(kind: JobKind<Payload>, payload: Payload, options?: AddOptions): Promise<void>;
  /** Called whenever a job of this process may have become due. */
  onAdded(listener: () => void): void;
}

/** The queue of one database. Jobs survive the process: they are documents until they are done. */
export function createJobs(Job: ModelOf<JobDoc>, clock: Clock): Jobs {
  const listeners: Array<() => void> = [];
  const tell = () => {
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
        // One that was given up stands in nobody's way: it is begun anew.
        const anew = { ...rest, attempts: 0, lease: null, lastError: null, deadAt: null };
        const { matchedCount } = await Job.updateOne({ _id, deadAt: { $ne: null } }, { $set: anew });
        if (matchedCount === 0)
          await retryOnDuplicateKey(() => Job.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true }));
      }
      // Before the commit nobody can see the job; when the transaction is over, a look costs little and may find nothing.
      afterTransaction(tell);
    },
    onAdded: (listener) => listeners.push(listener),
  };
}
