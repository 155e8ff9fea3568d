import type { MigrationPlan } from '../database/migrate.ts';
import { createTransactions } from '../database/transaction.ts';
import type { Models } from '../resources/models.ts';
import { rebuildSearch } from '../scripts/rebuild-search.ts';
import { canonicalizeAddresses } from './canonicalize-addresses.ts';

/**
 * The migrations, in order; docs/decisions/0066 says how to add one. A crash may repeat a migration, so it must be idempotent. What
 * the previous version still reads or writes is removed one version later, never in the same migration.
 */
export const migrationPlan: MigrationPlan<Models> = {
  migrations: [
    {
      version: 13,
      name: 'make members, circles and Pandas findable whatever their apostrophes, hyphens, ligatures and strokes',
      run: ({ models, connection }) => rebuildSearch(models, createTransactions(connection)),
    },
    {
      version: 14,
      name: 'compare addresses of mail by one form, with the domain in ASCII',
      run: ({ models, connection, log }) =>
        canonicalizeAddresses({
          models,
          transaction: createTransactions(connection),
          reportConflict: (accounts) =>
            log?.warn(
              accounts,
              'Two accounts had one address of mail: one keeps it, the other is asked for another',
            ),
        }),
    },
    {
      version: 15,
      name: 'make members, circles and Pandas findable by either kana',
      run: ({ models, connection }) => rebuildSearch(models, createTransactions(connection)),
    },
    {
      version: 16,
      name: 'let friends find by a term who is there for friends only',
      run: ({ models, connection }) => rebuildSearch(models, createTransactions(connection)),
    },
  ],
  // The baseline, whose data is in baseline.jsonl.gz. Commit 8bdd064c is the last that migrates older data.
  oldestMigrated: 12,
  lastToMigrateOlder: 'commit 8bdd064c',
  // Releases before 14 normalise addresses differently.
  readableFrom: 14,
};
