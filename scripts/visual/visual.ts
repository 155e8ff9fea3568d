import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ownerIn } from '@frens/compose/store';
import { openBrowser } from '../../e2e/support/browser.ts';
import { giveUp, rootDir } from '../setup.js';
import {
  affectedStories,
  type BuildStatistics,
  type Story,
  type StoryIndex,
  storiesOf,
} from './affected-stories.ts';
import { buildStorybook, buildStorybookAt, changedFiles, git } from './build-storybook.ts';
import { compareStorybooks } from './compare-storybooks.ts';
import { type Changes, reportPage, summaryOf } from './report-page.ts';

// `npm run visual -- --base REVISION`: visual regression test against a revision, with a report of changed stories (docs/decisions/0312).
// Compares the stories that the change can affect; --all compares all. Further arguments filter by file or id, as in
// `npm run visual -- --base main mf-quiz button`. --to writes the report elsewhere, --inline embeds the screenshots.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    all: { type: 'boolean', default: false },
    to: { type: 'string', default: path.join(rootDir, '.cache/visual') },
    inline: { type: 'boolean', default: false },
  },
});
const { base: revision, to: folder } = values;
if (!revision) giveUp('Say what to compare with, as in: npm run visual -- --base main');
const base = readCommit(revision);

const page = path.join(folder, 'index.html');
// An earlier report must not be mistaken for this one, even when this run fails.
await rm(folder, { recursive: true, force: true });
try {
  const changes = await compare();
  await writePage(changes);
  console.log(`${summaryOf(changes)}\n${pathToFileURL(page).href}`);
  if (changes.failed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error);
  giveUp('The comparison did not finish, so its result is unknown.');
}

/** Reads the commit of a revision. */
function readCommit(name: string): Changes['base'] {
  try {
    const [commit = '', subject = ''] = git('log', '-1', '--format=%H%n%s', name, '--').split('\n');
    return { commit, subject };
  } catch {
    return giveUp(`There is no revision ${name} here.`);
  }
}

/** Reads a file that a build of Storybook has written. */
function readJson(files: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(files, name), 'utf8'));
}

async function compare(): Promise<Changes> {
  await mkdir(folder, { recursive: true });
  console.log(`Building Storybook at ${base.commit.slice(0, 8)} (${base.subject}) and of this checkout …`);
  // In sequence: each build keeps both cores busy.
  const before = await buildStorybookAt(base.commit, path.join(rootDir, '.cache/visual-base'));
  const after = path.join(folder, 'storybook');
  await buildStorybook(rootDir, after);

  const [old, fresh] = [before, after].map((files) => storiesOf(readJson(files, 'index.json') as StoryIndex));
  if (!old || !fresh || fresh.length === 0) throw new Error('Storybook has no stories.');
  const statistics = readJson(after, 'preview-stats.json') as BuildStatistics;
  const changed = changedFiles(base.commit);
  const isAffectedBy = (affected: ReturnType<typeof affectedStories>, { file }: Story) =>
    affected === 'all' || affected.has(file);
  const byFiles = affectedStories(changed.files, statistics);
  const byTokens = affectedStories(changed.tokenUsers, statistics);
  const isWanted = ({ id, file }: Story) =>
    words.length === 0 || words.some((word) => id.includes(word) || file.includes(word));
  const without = (stories: Story[], others: Story[]) =>
    stories.filter((one) => isWanted(one) && !others.some(({ id }) => id === one.id));
  const added = without(fresh, old);
  const stories = fresh.filter(
    (story) =>
      isWanted(story) &&
      !added.includes(story) &&
      (values.all || isAffectedBy(byFiles, story) || isAffectedBy(byTokens, story)),
  );
  console.log(`Capturing ${stories.length} of ${fresh.length} stories on both sides …`);
  const browser = await openBrowser();
  try {
    const comparison = await compareStorybooks(
      browser,
      { before, after },
      {
        stories,
        tokens: { before: changed.oldTokens, isAll: (story) => !values.all && !isAffectedBy(byFiles, story) },
        folder,
        say: (line) => console.log(line),
      },
    );
    const { once, compared } = comparison;
    if (once > 0) console.log(`Rendered ${once} of ${compared} once, with both values of the tokens.`);
    return { ...comparison, base, of: fresh.length, added, removed: without(old, fresh) };
  } finally {
    await browser.close();
  }
}

async function writePage(changes: Changes): Promise<void> {
  const files = [
    ...changes.changed.map(({ story }) => story),
    ...changes.failed.map(({ story }) => story),
    ...changes.added,
    ...changes.removed,
  ].map(({ file }) => file);
  const workspaces = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];
  const owners = new Map(
    await Promise.all(workspaces.map(async (name) => [name, await ownerIn(rootDir, name)] as const)),
  );
  const inPage = (file: string) =>
    `data:image/png;base64,${readFileSync(path.join(folder, file)).toString('base64')}`;
  const html = reportPage(changes, {
    ownerOf: (file) => owners.get(file.split('/')[0] ?? '') ?? 'nobody',
    sourceOf: values.inline ? inPage : (file) => file,
  });
  await writeFile(page, html);
}
