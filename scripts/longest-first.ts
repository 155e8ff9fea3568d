import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds and more on two cores, the longest first. One that comes last would leave the other core with nothing to do. */
const longest = [
  'src/authorisation.test.ts',
  'backup/change-log.test.ts',
  'compose/src/command-line.test.ts',
  'backup/backup.test.ts',
  'migrations/migrations.test.ts',
  'notifications/news-mails.test.ts',
  'src/behaviour.test.ts',
  'rate-limits/rate-limits.test.ts',
  'database/database.test.ts',
  'src/query-plans.test.ts',
  'src/server.test.ts',
  'build/check-types.test.ts',
  'journeys/first-day.e2e.ts',
  'composition/remote-failures.e2e.ts',
  'composition/rendered-pages.e2e.ts',
  'composition/replace-one-remote.e2e.ts',
  'journeys/failures.e2e.ts',
  'screens/screens.e2e.ts',
  'composition/isolation.e2e.ts',
  'journeys/double-press.e2e.ts',
];

/** Begins with the longest files, which Vitest knows only where it has run before: a clean clone would begin with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.findIndex((end) => moduleId.endsWith(`/${end}`));
      return rank === -1 ? longest.length : rank;
    };
    return sorted.sort(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
    );
  }
}
