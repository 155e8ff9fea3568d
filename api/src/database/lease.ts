import type { mongo } from 'mongoose';
import { second } from '../clock.ts';
import { DatabaseError } from './database-error.ts';
import type { SchemaState } from './migrate.ts';

export const defaultLeaseMs = 30 * second;

/**
 * Renews a lease while work runs, so that no other process starts the same work. A failed renewal is retried before the lease
 * expires.
 */
export function holdLease(
  states: Pick<mongo.Collection<SchemaState>, 'updateOne'>,
  holder: string,
  leaseMs = defaultLeaseMs,
) {
  let isLost = false;
  let until = Date.now() + leaseMs;
  const timer = setInterval(() => {
    const endsAt = new Date(Date.now() + leaseMs);
    states.updateOne({ _id: 'schema', 'lease.holder': holder }, { $set: { 'lease.endsAt': endsAt } }).then(
      ({ matchedCount }) => {
        if (matchedCount === 0) isLost = true;
        else until = endsAt.getTime();
      },
      // The database is unreachable for a moment; the next renewal comes before the lease expires.
      () => undefined,
    );
  }, leaseMs / 3);
  return {
    check() {
      if (isLost || Date.now() >= until)
        throw new DatabaseError('Another process took over the migration; start this one again.');
    },
    stop: () => clearInterval(timer),
  };
}
