import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { serveFolder } from '../../e2e/support/static-server.ts';
import type { Story } from './affected-stories.ts';
import { type Screenshots, StoryCapturer, views } from './capture-stories.ts';
import { compareScreenshots, compareScreenshotsOfOnePage, type Difference } from './compare-screenshots.ts';

/** A story that looks different, with the files of its screenshots by view. */
export interface ChangedStory {
  story: Story;
  views: { name: string; files: Record<Exclude<keyof Difference, 'pixels'>, string> }[];
}

/** The result of a comparison. */
export interface Comparison {
  /** How many stories were captured on both sides. */
  compared: number;
  /** How many of them were rendered once, with the tokens of both sides on one page. */
  once: number;
  changed: ChangedStory[];
  /** Stories without screenshots, with the reason. If there are any, the comparison is incomplete. */
  failed: { story: Story; problem: string }[];
}

/** Two builds of Storybook. */
interface Sides {
  before: string;
  after: string;
}

/** How many stories are captured at a time: a story waits more than it computes. */
const concurrency = 3;

/**
 * Captures the stories of two Storybooks in one browser and compares the screenshots.
 *
 * @param tokens stories that differ at most by token values, and the earlier token stylesheets: such a story renders once, in `after`
 * @param folder for screenshots of what differs
 * @param say receives the progress
 * @throws when the browser crashes
 */
export async function compareStorybooks(
  browser: Browser,
  sides: Sides,
  {
    stories,
    tokens,
    folder,
    say,
  }: {
    stories: readonly Story[];
    tokens?: { before: string; isAll: (story: Story) => boolean };
    folder: string;
    say: (line: string) => void;
  },
): Promise<Comparison> {
  const servers = await Promise.all(
    [sides.before, sides.after].map((files) => serveFolder(files, 'http://no-api.invalid')),
  );
  const results: ((result: Comparison) => void)[] = [];
  let next = 0;
  const captureStories = async () => {
    const capturers = servers.map(({ origin }) => new StoryCapturer(browser, origin));
    const [, after] = servers;
    const tokenCapturer = after && tokens && new StoryCapturer(browser, after.origin, tokens.before);
    const captureBoth = async ({ id }: Story): Promise<Attempt> => {
      const [before, after] = await Promise.all(capturers.map((capturer) => capturer.capture(id)));
      return { before: before ?? notCaptured, after: after ?? notCaptured };
    };
    const renew = () => Promise.all(capturers.map((capturer) => capturer.close()));
    try {
      while (next < stories.length) {
        const index = next++;
        // Safe because of the loop's condition.
        const story = stories[index] as Story;
        const once =
          tokenCapturer && tokens.isAll(story) ? await captureTokenChange(story, tokenCapturer) : null;
        const attempt = once ?? (await captureUntilStable(() => captureBoth(story), renew));
        if (!browser.isConnected()) throw new Error('The browser has crashed.');
        const add = await resultOf(story, attempt, folder);
        results[index] = (comparison) => {
          add(comparison);
          if (once) comparison.once += 1;
        };
        if ((index + 1) % 50 === 0) say(`${index + 1} of ${stories.length} …`);
      }
    } finally {
      await Promise.all([renew(), tokenCapturer?.close()]);
    }
  };
  const result: Comparison = { compared: 0, once: 0, changed: [], failed: [] };
  try {
    await Promise.all(Array.from({ length: concurrency }, captureStories));
  } finally {
    for (const server of servers) server.stop();
  }
  for (const add of results) add(result);
  return result;
}

/** Adds the result of a story to the comparison. */
async function resultOf(
  story: Story,
  verdict: Verdict,
  folder: string,
): Promise<(result: Comparison) => void> {
  const { problem, found } = verdict;
  if (problem !== null) return ({ failed }) => failed.push({ story, problem });
  const saved = found.length > 0 ? await save(story, found, folder) : null;
  return (result) => {
    result.compared += 1;
    if (saved) result.changed.push(saved);
  };
}

/** The screenshots of a story on both sides. */
interface Attempt {
  before: Screenshots;
  after: Screenshots;
}
/** The views that differ, or why this is unknown. */
interface Verdict {
  found: FoundDifference[];
  problem: string | null;
}
const notCaptured: Screenshots = { screenshots: [], problem: 'not captured' };

/** How often a story is captured at most. */
const maxAttempts = 5;

/** Captures one page with the tokens of both sides, which alone cause the differences. Null where code draws part of it. */
async function captureTokenChange({ id }: Story, capturer: StoryCapturer): Promise<Verdict | null> {
  const after = await capturer.capture(id);
  const screenshots = after.withOtherTokens;
  return screenshots
    ? await evaluate({ after, before: { screenshots, problem: null } }, compareScreenshotsOfOnePage)
    : null;
}

/**
 * Captures a story again until both sides look alike or two attempts agree, so that a flaky story counts as unchanged. The first retry uses
 * the same pages, later ones new pages: some stories play only once per page.
 */
async function captureUntilStable(
  capture: () => Promise<Attempt>,
  renew: () => Promise<unknown>,
): Promise<Verdict> {
  let last = await capture();
  let verdict = await evaluate(last);
  for (let attempts = 1; attempts < maxAttempts; attempts += 1) {
    if (verdict.problem === null && verdict.found.length === 0) break;
    if (attempts > 1) await renew();
    const next = await capture();
    const isStable =
      [last, next].every((attempt) => problemOf(attempt) === null) &&
      (await differencesOf({ before: last.before, after: next.before })).length === 0 &&
      (await differencesOf({ before: last.after, after: next.after })).length === 0;
    // Two attempts that agree need no further comparison.
    if (isStable) break;
    last = next;
    verdict = await evaluate(last);
  }
  return verdict;
}

async function evaluate(attempt: Attempt, compare = compareScreenshots): Promise<Verdict> {
  const problem = problemOf(attempt);
  return { problem, found: problem === null ? await differencesOf(attempt, compare) : [] };
}

function problemOf(attempt: Attempt): string | null {
  for (const side of ['before', 'after'] as const)
    if (attempt[side].problem !== null) return `${side}: ${attempt[side].problem}`;
  return null;
}

interface FoundDifference {
  name: string;
  difference: Difference;
}

/** The views in which two sides differ. */
async function differencesOf(
  { before, after }: Attempt,
  compare = compareScreenshots,
): Promise<FoundDifference[]> {
  const found: FoundDifference[] = [];
  for (const [index, name] of views.entries()) {
    const [old, fresh] = [before.screenshots[index], after.screenshots[index]];
    const difference = old && fresh ? await compare(old, fresh) : null;
    if (difference) found.push({ name, difference });
  }
  return found;
}

async function save(story: Story, found: FoundDifference[], folder: string): Promise<ChangedStory> {
  const saved: ChangedStory = { story, views: [] };
  for (const { name, difference } of found) {
    const fileOf = (side: string) => `${story.id}.${name.replaceAll(/\W+/g, '-')}.${side}.png`;
    const files = { before: fileOf('before'), after: fileOf('after'), difference: fileOf('difference') };
    await writeFile(path.join(folder, files.before), difference.before);
    await writeFile(path.join(folder, files.after), difference.after);
    await writeFile(path.join(folder, files.difference), difference.difference);
    saved.views.push({ name, files });
  }
  return saved;
}
