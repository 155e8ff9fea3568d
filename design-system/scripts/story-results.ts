import path from 'node:path';
import { rootDir } from '../../scripts/setup.js';

/** Results of the last story test run, shown on the component pages. */
export interface StoryResults {
  at: string;
  /** The tested commit. */
  commit: string;
  /** axe violations by story and view; an empty list means none. */
  violations: Record<string, Record<string, string[]>>;
}

/** The file that passes results to the next Storybook build. */
export const storyResults = path.join(rootDir, '.cache/story-results.json');
