import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { fromNow, systemClock } from '../clock.ts';
import { tellError } from '../log.ts';
import { defaultLeaseMs } from './lease.ts';
import { type MigrationPlan, migrate, newestOf, oldestAtWork, type SchemaState } from './migrate.ts';

/**
 * Migrates the data, then says in it that this process is at work, and of which version it is. Once the last process of an older version has
 * gone, the steps are repeated over what it wrote (docs/decisions/0066).
 *
 * @returns what ends it, once this process writes no more
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
  // Before it looks for others: of two that start together one sees the other. An empty database has nobody yet.
  await announce();
  await migrate(connection, models, plan);
  await announce();

  async function look(): Promise<void> {
    try {
      await announce();
      const state = await states.findOne({ _id: 'schema' });
      if (oldestAtWork(state, version, leaseMs) === version) await migrate(connection, models, plan);
    } catch (error) {
      plan.log?.warn(
        { reason: tellError(error) },
        'The data could not be looked at for another release; it is tried again.',
      );
    }
  }
  let looking = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look().finally(() => (isLooking = false));
  }, leaseMs / 3).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    await states.updateOne({ _id: 'schema' }, { $unset: { [own]: '' } }).catch(() => undefined);
  };
}
