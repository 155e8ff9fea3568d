import path from 'node:path';
import { rootDir } from '../../scripts/setup.js';

/** What the last run of the stories' tests found, for the pages of components. */
export interface StoryResults {
  at: string;
  /** What was checked out. */
  commit: string;
  /** Violations of axe's rules by story and view; none is an empty list. */
  violations: Record<string, Record<string, string[]>>;
}

/** Where a run leaves its results for the next Storybook. */
export const storyResults = path.join(rootDir, '.cache/story-results.json');
