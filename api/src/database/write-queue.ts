import { hash, randomUUID } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { endsAhead, minute, second, systemClock } from '../clock.ts';
import { declareNoMemberData } from './member-data.ts';

/** A starving transaction's announcement: other processes let it go first (docs/decisions/0056). */
interface WaitingWriter {
  _id: string;
  /** Hashes of its lock keys. */
  keys: string[];
  /** By then the transaction has given up, or its process has died. */
  endsAt: Date;
}

export const queuedWriterSchema = new Schema<WaitingWriter>({
  _id: { type: String, required: true },
  keys: { type: [String], required: true },
  endsAt: { type: Date, required: true },
});
queuedWriterSchema.index({ keys: 1 });
queuedWriterSchema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(queuedWriterSchema, 'Holds hashes only, and is gone after seconds.');

/** Coordinates conflicting transactions of several processes. */
export interface WaitingWriters {
  /** Announces to other processes that a transaction with these keys is starving. */
  announce(keys: readonly string[], patienceMs: number): Promise<Announcement>;
  /** Waits until announced transactions with these keys have ended. */
  yieldTo(keys: readonly string[]): Promise<void>;
}

export interface Announcement {
  withdraw(): Promise<void>;
}

/** The longest delay for others' announcements, in milliseconds. */
const courtesyMs = second;
const pauseMs = 15;

/** Keeps announcements in the shared database. */
export function createWriteQueue(connection: Connection): WaitingWriters {
  const Writer = connection.model<WaitingWriter>('WaitingWriter', queuedWriterSchema, 'waitingWriters');
  return {
    async announce(keys, patienceMs) {
      const _id = randomUUID();
      await Writer.create({ _id, keys: keys.map(hashKey), endsAt: new Date(Date.now() + patienceMs) });
      return {
        async withdraw() {
          await Writer.deleteOne({ _id });
        },
      };
    },

    async yieldTo(keys) {
      const waiting = { keys: { $in: keys.map(hashKey) }, endsAt: endsAhead(systemClock, minute) };
      const until = Date.now() + courtesyMs;
      while (Date.now() < until && (await Writer.exists(waiting)))
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
    },
  };
}

/** Keys contain member ids, so only their hashes are stored. */
function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
