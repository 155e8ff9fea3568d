import type { MigrationPlan } from '../database/migrate.ts';
import { forgetOldFacts } from '../idempotency.ts';
import { keepSkeletons } from '../resources/members/keep-skeletons.ts';
import type { Models } from '../resources/models.ts';
import { beginNews } from '../resources/notify/begin-news.ts';
import { beginPoints } from '../resources/quotient/begin-points.ts';
import { recountAll } from '../resources/quotient/recount-all.ts';
import { recountStaked } from '../resources/wallet/recount-staked.ts';
import { rebuildMemberSearch, rebuildPandaSearch, rebuildSearch } from '../scripts/rebuild-search.ts';
import { dropReplacedIndexes } from './drop-replaced-indexes.ts';

/**
 * What turns the data of one version into that of the next, in order; docs/decisions/0066 says how to add one. A step
 * may run again after a crash, so doing it twice must change nothing. What the version before still reads or writes is
 * taken away by a step of the version after, never by the same one.
 */
export const migrationPlan: MigrationPlan<Models> = {
  migrations: [
    {
      version: 1,
      name: 'make members, circles and Pandas findable by parts of their texts',
      run: ({ models }) => rebuildSearch(models),
    },
    {
      version: 2,
      name: 'keep what one member has in one Panda, and how many friends a member has, as totals of their own',
      run: ({ models }) => recountAll(models),
    },
    {
      version: 3,
      name: 'keep how usernames read, so that no new one reads like another',
      run: ({ models }) => keepSkeletons(models),
    },
    {
      version: 4,
      name: 'keep what a member has staked as a total of the wallet',
      run: ({ models }) => recountStaked(models),
    },
    {
      version: 5,
      name: 'forget what is kept of repeatable requests beyond ids, among it sessions and password hashes',
      run: ({ models }) => forgetOldFacts(models),
    },
    {
      version: 6,
      name: 'make Pandas findable by kind, and keep their score and backers as numbers to order them by',
      run: ({ models }) => rebuildPandaSearch(models),
    },
    {
      version: 7,
      name: 'begin what is told of each Panda’s score over time',
      run: ({ models }) => beginPoints(models, new Date()),
    },
    {
      version: 8,
      name: 'let all mails of news share the hour of those that told of messages',
      run: ({ models }) => beginNews(models, new Date()),
    },
    {
      version: 9,
      name: 'make members findable by what they like',
      run: ({ models }) => rebuildMemberSearch(models),
    },
    {
      version: 10,
      name: 'take those who are there for friends only out of what strangers search',
      run: ({ models }) => rebuildMemberSearch(models),
    },
    {
      version: 11,
      name: 'make Pandas that still have their first name findable by it in every language',
      run: ({ models }) => rebuildPandaSearch(models),
    },
    {
      version: 12,
      name: 'drop indexes that others have taken the place of',
      run: ({ models }) => dropReplacedIndexes(models),
    },
    {
      version: 13,
      name: 'make members, circles and Pandas findable whatever their apostrophes, hyphens, ligatures and strokes',
      run: ({ models }) => rebuildSearch(models),
    },
  ],
  // Whoever has older data starts a release of then first.
  oldestMigrated: 0,
  // Releases before 13 look for pieces with signs that are no longer kept.
  readableFrom: 13,
};
