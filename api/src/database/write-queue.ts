import { createHash, randomUUID } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { endsAhead, minute, second, systemClock } from '../clock.ts';
import { declareNoMemberData } from './member-data.ts';

/** A transaction that keeps meeting those of another process, which let it in when they see this (docs/decisions/0056). */
interface WaitingWriter {
  _id: string;
  /** Hashes of the keys it holds in its own process. */
  keys: string[];
  /** It has given up by then, or its process has died. */
  endsAt: Date;
}

export const queuedWriterSchema = new Schema<WaitingWriter>(
  {
    _id: { type: String, required: true },
    keys: { type: [String], required: true },
    endsAt: { type: Date, required: true },
  },
  { versionKey: false },
);
queuedWriterSchema.index({ keys: 1 });
queuedWriterSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(queuedWriterSchema, 'Holds hashes only, and is gone after seconds.');

/** How transactions of several processes that write the same take turns. */
export interface WaitingWriters {
  /** Tells the other processes that a transaction under these keys does not get through. */
  announce(keys: readonly string[], patienceMs: number): Promise<Announcement>;
  /** Waits until whoever has announced themselves under one of the keys is through. */
  letIn(keys: readonly string[]): Promise<void>;
}

export interface Announcement {
  withdraw(): Promise<void>;
}

/** Who has not got in after this long is not held up by us. */
const courtesyMs = second;
const pauseMs = 15;

/** Keeps those who wait in the database that the processes share. */
export function createWriteQueue(connection: Connection): WaitingWriters {
  const Writer = connection.model<WaitingWriter>('WaitingWriter', queuedWriterSchema, 'waitingWriters');
  return {
    async announce(keys, patienceMs) {
      const _id = randomUUID();
      await Writer.create({ _id, keys: keys.map(hashOf), endsAt: new Date(Date.now() + patienceMs) });
      return {
        async withdraw() {
          await Writer.deleteOne({ _id });
        },
      };
    },

    async letIn(keys) {
      const waiting = { keys: { $in: keys.map(hashOf) }, endsAt: endsAhead(systemClock, minute) };
      const until = Date.now() + courtesyMs;
      while (Date.now() < until && (await Writer.exists(waiting))) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
  };
}

/** Keys hold ids of members; nothing of them is kept. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
