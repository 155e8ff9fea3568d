import type { MigrationPlan } from '../database/migrate.ts';
import type { Models } from '../resources/models.ts';
import { rebuildSearch } from '../scripts/rebuild-search.ts';

/**
 * What turns the data of one version into that of the next, in order; docs/decisions/0066 says how to add one. A step
 * may run again after a crash, so doing it twice must change nothing. What the version before still reads or writes is
 * taken away by a step of the version after, never by the same one.
 */
export const migrationPlan: MigrationPlan<Models> = {
  migrations: [
    {
      version: 13,
      name: 'make members, circles and Pandas findable whatever their apostrophes, hyphens, ligatures and strokes',
      run: ({ models }) => rebuildSearch(models),
    },
  ],
  // The baseline, kept filled in baseline.jsonl.gz. Commit 8bdd064c is the last that migrates anything older.
  oldestMigrated: 12,
  lastToMigrateOlder: 'commit 8bdd064c',
  // Releases before 13 look for pieces with signs that are no longer kept.
  readableFrom: 13,
};
