import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take over ten seconds on two cores, longest first. Started last, they would leave the other core idle. */
const longest = [
  'src/behaviour.test.ts',
  'src/authorisation.test.ts',
  'render/render-pages.test.ts',
  'backup/change-log.test.ts',
  'compose/src/command-line.test.ts',
  'src/server.test.ts',
  'notifications/post-news.test.ts',
  'notifications/news-mails.test.ts',
  'backup/backup.test.ts',
  'migrations/migrations.test.ts',
  'src/rendered-list.test.ts',
  'journeys/first-day.e2e.ts',
  'composition/remote-failures.e2e.ts',
  'composition/rendered-pages.e2e.ts',
  'composition/replace-one-remote.e2e.ts',
  'journeys/failures.e2e.ts',
  'screens/screens.e2e.ts',
  'composition/isolation.e2e.ts',
  'journeys/double-press.e2e.ts',
];

/** Runs the longest files first. Vitest knows durations only from earlier runs; in a clean clone it would order by file size. */
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
