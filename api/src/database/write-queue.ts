import { createHash, randomUUID } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { endsAhead, minute, second, systemClock } from '../clock.ts';
import { declareNoMemberData } from './member-data.ts';

/** The announcement of a starving transaction: processes that see it let it go first (docs/decisions/0056). */
interface WaitingWriter {
  _id: string;
  /** Hashes of its lock keys. */
  keys: string[];
  /** By then it has given up, or its process has died. */
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

/** Lets conflicting transactions of several processes take turns. */
export interface WaitingWriters {
  /** Announces to other processes that a transaction under these keys is starving. */
  announce(keys: readonly string[], patienceMs: number): Promise<Announcement>;
  /** Waits until announced transactions under these keys are done. */
  letIn(keys: readonly string[]): Promise<void>;
}

export interface Announcement {
  withdraw(): Promise<void>;
}

/** The longest that one announcement delays others. */
const courtesyMs = second;
const pauseMs = 15;

/** Stores announcements in the shared database. */
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

/** Only hashes are stored: keys contain members' ids. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
