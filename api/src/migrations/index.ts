import type { MigrationPlan } from '../database/migrate.ts';
import { createTransactions } from '../database/transaction.ts';
import type { Models } from '../resources/models.ts';
import { rebuildSearch } from '../scripts/rebuild-search.ts';
import { canonicalizeAddresses } from './canonicalize-addresses.ts';

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
      run: ({ models, connection }) => rebuildSearch(models, createTransactions(connection)),
    },
    {
      version: 14,
      name: 'compare addresses of mail by one form, with the domain in ASCII',
      run: ({ models, connection, log }) =>
        canonicalizeAddresses({
          models,
          transaction: createTransactions(connection),
          tell: (accounts) =>
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
  // The baseline, kept filled in baseline.jsonl.gz. Commit 8bdd064c is the last that migrates anything older.
  oldestMigrated: 12,
  lastToMigrateOlder: 'commit 8bdd064c',
  // Releases before 14 look for addresses by another form.
  readableFrom: 14,
};
