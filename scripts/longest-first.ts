import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take ten seconds and more on two cores. One that comes last would leave the other core with nothing to do. */
const longest = [
  'src/authorisation.test.ts',
  'backup/backup.test.ts',
  'backup/change-log.test.ts',
  'build/check-types.test.ts',
  'compose/src/command-line.test.ts',
  'database/database.test.ts',
  'matches/secrecy.test.ts',
  'migrations/migrations.test.ts',
  'notifications/news-mails.test.ts',
  'rate-limits/rate-limits.test.ts',
  'src/behaviour.test.ts',
  'src/query-plans.test.ts',
  'src/server.test.ts',
  'screens/screens.e2e.ts',
  'journeys/first-day.e2e.ts',
  'journeys/double-press.e2e.ts',
  'journeys/failures.e2e.ts',
];

/** Begins with the longest files, which Vitest knows only where it has run before: a clean clone would begin with the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const isLong = ({ moduleId }: TestSpecification) => longest.some((end) => moduleId.endsWith(`/${end}`));
    return sorted.sort(
      (a, b) =>
        projects.indexOf(a.project) - projects.indexOf(b.project) || Number(isLong(b)) - Number(isLong(a)),
    );
  }
}
