import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ownerIn } from '@frens/compose/build';
import { openBrowser } from '../../e2e/support/browser.ts';
import { giveUp, rootDir } from '../setup.js';
import { buildStorybook, buildStorybookAt, changedFiles, git } from './build-storybook.ts';
import { type Changes, changesPage, summaryOf } from './changes-page.ts';
import { compareStorybooks } from './compare-storybooks.ts';
import {
  type BuildStatistics,
  reachedBy,
  type Story,
  type StoryIndex,
  storiesOf,
} from './reachable-stories.ts';

// `npm run visual -- --base REVISION`: which stories look otherwise than at that revision, as one page (docs/decisions/0312). Of those that the change can reach, or
// of all with --all. With words behind, as in `npm run visual -- --base main mf-quiz button`, stories whose file or id contains one. --to writes the page elsewhere,
// --inline with its pictures in it.
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
// What lies there is of another comparison: it must not be taken for this one, whatever happens.
await rm(folder, { recursive: true, force: true });
try {
  const changes = await compare();
  await writePage(changes);
  console.log(`${summaryOf(changes)}\n${pathToFileURL(page).href}`);
  if (changes.failed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error);
  giveUp('The comparison ended before it was whole: nobody knows what differs.');
}

/** The commit of a revision. */
function readCommit(name: string): Changes['base'] {
  try {
    const [commit = '', subject = ''] = git('log', '-1', '--format=%H%n%s', name, '--').split('\n');
    return { commit, subject };
  } catch {
    return giveUp(`There is no revision ${name} here.`);
  }
}

/** What a build of Storybook has written. */
function readJson(files: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(files, name), 'utf8'));
}

async function compare(): Promise<Changes> {
  await mkdir(folder, { recursive: true });
  console.log(`Building Storybook as at ${base.commit.slice(0, 8)} (${base.subject}), and as it is …`);
  // One after the other: each keeps both cores busy.
  const before = await buildStorybookAt(base.commit, path.join(rootDir, '.cache/visual-base'));
  const after = path.join(folder, 'storybook');
  await buildStorybook(rootDir, after);

  const [old, fresh] = [before, after].map((files) => storiesOf(readJson(files, 'index.json') as StoryIndex));
  if (!old || !fresh || fresh.length === 0) throw new Error('Storybook has no stories.');
  const statistics = readJson(after, 'preview-stats.json') as BuildStatistics;
  const changed = changedFiles(base.commit);
  const isReachedBy = (reached: ReturnType<typeof reachedBy>, { file }: Story) =>
    reached === 'all' || reached.has(file);
  const byFiles = reachedBy(changed.files, statistics);
  const byTokens = reachedBy(changed.tokenUsers, statistics);
  const isWanted = ({ id, file }: Story) =>
    words.length === 0 || words.some((word) => id.includes(word) || file.includes(word));
  const without = (stories: Story[], others: Story[]) =>
    stories.filter((one) => isWanted(one) && !others.some(({ id }) => id === one.id));
  const added = without(fresh, old);
  const stories = fresh.filter(
    (story) =>
      isWanted(story) &&
      !added.includes(story) &&
      (values.all || isReachedBy(byFiles, story) || isReachedBy(byTokens, story)),
  );
  console.log(`Photographing ${stories.length} of ${fresh.length} stories, on both sides …`);
  const browser = await openBrowser();
  try {
    const comparison = await compareStorybooks(
      browser,
      { before, after },
      {
        stories,
        tokens: { before: changed.oldTokens, isAll: (story) => !values.all && !isReachedBy(byFiles, story) },
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
  const html = changesPage(changes, {
    ownerOf: (file) => owners.get(file.split('/')[0] ?? '') ?? 'nobody',
    sourceOf: values.inline ? inPage : (file) => file,
  });
  await writeFile(page, html);
}
