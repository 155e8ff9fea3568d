import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { serveFolder } from '../../e2e/support/static-server.ts';
import { comparePictures, comparePicturesOfOnePage, type Difference } from './compare-pictures.ts';
import { type Photographs, StoryCamera, views } from './photograph-stories.ts';
import type { Story } from './reachable-stories.ts';

/** A story that looks otherwise, with files of pictures by the view they were taken in. */
export interface ChangedStory {
  story: Story;
  views: { name: string; files: Record<Exclude<keyof Difference, 'pixels'>, string> }[];
}

/** What a comparison came to. */
export interface Comparison {
  /** How many stories were photographed on both sides. */
  compared: number;
  /** How many of them were rendered once, on one page with the tokens of both sides. */
  once: number;
  changed: ChangedStory[];
  /** Stories of which there are no pictures, and why: as long as there are any, nobody knows whether all looks as before. */
  failed: { story: Story; problem: string }[];
}

/** Two builds of Storybook. */
interface Sides {
  before: string;
  after: string;
}

/** How many stories are photographed at a time: a story waits more than it computes. */
const photographers = 3;

/**
 * Photographs stories of two Storybooks in one browser and compares them.
 *
 * @param tokens which stories differ by values of tokens at most, and the stylesheets that these had: they are rendered once, on the side of after
 * @param folder for pictures of what differs
 * @param say is told how far it is
 * @throws when the browser ends
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
  let begun = 0;
  const photographStories = async () => {
    const cameras = servers.map(({ origin }) => new StoryCamera(browser, origin));
    const [, after] = servers;
    const ofTokens = after && tokens && new StoryCamera(browser, after.origin, tokens.before);
    const photograph = async ({ id }: Story): Promise<Take> => {
      const [before, after] = await Promise.all(cameras.map((camera) => camera.photograph(id)));
      return { before: before ?? noPictures, after: after ?? noPictures };
    };
    const renew = () => Promise.all(cameras.map((camera) => camera.close()));
    try {
      while (begun < stories.length) {
        const index = begun++;
        // True because of the condition.
        const story = stories[index] as Story;
        const once = ofTokens && tokens.isAll(story) ? await takeTokens(story, ofTokens) : null;
        const take = once ?? (await takeSteady(() => photograph(story), renew));
        if (!browser.isConnected()) throw new Error('The browser ended.');
        const add = await resultOf(story, take, folder);
        results[index] = (comparison) => {
          add(comparison);
          if (once) comparison.once += 1;
        };
        if ((index + 1) % 50 === 0) say(`${index + 1} of ${stories.length} …`);
      }
    } finally {
      await Promise.all([renew(), ofTokens?.close()]);
    }
  };
  const result: Comparison = { compared: 0, once: 0, changed: [], failed: [] };
  try {
    await Promise.all(Array.from({ length: photographers }, photographStories));
  } finally {
    for (const server of servers) server.stop();
  }
  for (const add of results) add(result);
  return result;
}

/** What a story adds to the comparison. */
async function resultOf(
  story: Story,
  take: Judgement,
  folder: string,
): Promise<(result: Comparison) => void> {
  const { problem, found } = take;
  if (problem !== null) return ({ failed }) => failed.push({ story, problem });
  const saved = found.length > 0 ? await save(story, found, folder) : null;
  return (result) => {
    result.compared += 1;
    if (saved) result.changed.push(saved);
  };
}

/** A story of both sides. */
interface Take {
  before: Photographs;
  after: Photographs;
}
/** What comes of it. */
interface Judgement {
  found: FoundDifference[];
  problem: string | null;
}
const noPictures: Photographs = { pictures: [], problem: 'nobody took them' };

/** How often a story is photographed at most. */
const mostTakes = 5;

/** Photographs one page with the tokens of both sides: what differs is their doing. Null where this cannot be told. */
async function takeTokens({ id }: Story, camera: StoryCamera): Promise<Judgement | null> {
  const after = await camera.photograph(id);
  const pictures = after.withOtherTokens;
  return pictures
    ? await judge({ after, before: { pictures, problem: null } }, comparePicturesOfOnePage)
    : null;
}

/**
 * Photographs a story until both sides look alike, or twice in a row as they did. First on the same pages, then on fresh ones: some stories play once on a
 * page only.
 */
async function takeSteady(
  photograph: () => Promise<Take>,
  renew: () => Promise<unknown>,
): Promise<Judgement> {
  let last = await photograph();
  let judgement = await judge(last);
  for (let takes = 1; takes < mostTakes; takes += 1) {
    if (judgement.problem === null && judgement.found.length === 0) break;
    if (takes > 1) await renew();
    const next = await photograph();
    const isSteady =
      [last, next].every((take) => problemOf(take) === null) &&
      (await differencesOf({ before: last.before, after: next.before })).length === 0 &&
      (await differencesOf({ before: last.after, after: next.after })).length === 0;
    // What is the same as before need not be compared again.
    if (isSteady) break;
    last = next;
    judgement = await judge(last);
  }
  return judgement;
}

async function judge(take: Take, compare = comparePictures): Promise<Judgement> {
  const problem = problemOf(take);
  return { problem, found: problem === null ? await differencesOf(take, compare) : [] };
}

function problemOf(take: Take): string | null {
  for (const side of ['before', 'after'] as const)
    if (take[side].problem !== null) return `${side}: ${take[side].problem}`;
  return null;
}

interface FoundDifference {
  name: string;
  difference: Difference;
}

/** The views in which two sides differ. */
async function differencesOf({ before, after }: Take, compare = comparePictures): Promise<FoundDifference[]> {
  const found: FoundDifference[] = [];
  for (const [index, name] of views.entries()) {
    const [old, fresh] = [before.pictures[index], after.pictures[index]];
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
