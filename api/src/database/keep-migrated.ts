import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { fromNow, systemClock } from '../clock.ts';
import { errorFields } from '../log.ts';
import { defaultLeaseMs } from './lease.ts';
import { type MigrationPlan, migrate, newestOf, oldestRunning, type SchemaState } from './migrate.ts';

/**
 * Migrates the data, then registers this process and its version as a lease. When the last process of an older version has gone, it
 * repeats the migration for documents that process wrote (docs/decisions/0066).
 *
 * @returns removes the registration, once this process writes no more
 */
export async function keepMigrated<Models extends object>(
  connection: Connection,
  models: Models,
  plan: MigrationPlan<Models>,
): Promise<() => Promise<void>> {
  const { leaseMs = defaultLeaseMs } = plan;
  const states = connection.collection<SchemaState>('schema');
  const own = `processes.${randomUUID()}`;
  const version = newestOf(plan);
  const announce = () =>
    states.updateOne(
      { _id: 'schema' },
      { $set: { [own]: { version, endsAt: fromNow(systemClock, leaseMs) } } },
    );
  // Register before renewal for others, so that of two starting processes one sees the other. In an empty database this is a no-op.
  await announce();
  await migrate(connection, models, plan);
  await announce();

  async function renew(): Promise<void> {
    try {
      await announce();
      const state = await states.findOne({ _id: 'schema' });
      if (oldestRunning(state, version, leaseMs) === version) await migrate(connection, models, plan);
    } catch (error) {
      plan.log?.warn(
        { reason: errorFields(error) },
        'The data could not be looked at for another release; it is tried again.',
      );
    }
  }
  let renewal = Promise.resolve();
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    renewal = renew().finally(() => (isRenewing = false));
  }, leaseMs / 3).unref();
  return async () => {
    clearInterval(timer);
    await renewal;
    await states.updateOne({ _id: 'schema' }, { $unset: { [own]: '' } }).catch(() => undefined);
  };
}
