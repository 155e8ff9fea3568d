import type { Migration, MigrationPlan } from '../src/database/migrate.ts';
import type { Models } from '../src/resources/models.ts';

/** The environment variable with the contract phase's delay after the last older process, in milliseconds. */
export const narrowAfter = 'DRILL_NARROW_AFTER_MS';

/** The fields that the migration sets on each member: in its expand and its contract phase. */
export const marks = { widened: 'drillWidened', narrowed: 'drillNarrowed' } as const;

/** Adds a migration with an expand and a contract phase to a release's plan, so that a drill has a release with other data. */
export function addMadeUpStep(plan: MigrationPlan<Models>): MigrationPlan<Models> {
  const { widened, narrowed } = marks;
  const members = (connection: Parameters<Migration<Models>['run']>[0]['connection']) =>
    connection.collection('users');
  const step: Migration<Models> = {
    version: (plan.migrations.at(-1)?.version ?? plan.oldestMigrated) + 1,
    name: 'mark members, as a drill asks',
    async run({ connection }) {
      await members(connection).updateMany({ [widened]: { $exists: false } }, { $set: { [widened]: true } });
    },
    async narrow({ connection }) {
      await members(connection).updateMany({}, { $set: { [narrowed]: true } });
    },
  };
  const wait = process.env[narrowAfter];
  return {
    ...plan,
    migrations: [...plan.migrations, step],
    ...(wait === undefined ? {} : { narrowAfterMs: Number(wait) }),
  };
}
