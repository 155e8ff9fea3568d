import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { serveFolder } from '../../e2e/support/static-server.ts';
import { comparePictures, type Difference } from './compare-pictures.ts';
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
  changed: ChangedStory[];
  /** Stories of which there are no pictures, and why: as long as there are any, nobody knows whether all looks as before. */
  failed: { story: Story; problem: string }[];
}

/** Two builds of Storybook. */
interface Sides {
  before: string;
  after: string;
}

/**
 * Photographs stories of two Storybooks in one browser and compares them. What differs is photographed again on fresh pages: only
 * what stays different is a change.
 *
 * @param folder for pictures of what differs
 * @param say is told how far it is
 * @throws when the browser ends
 */
export async function compareStorybooks(
  browser: Browser,
  sides: Sides,
  { stories, folder, say }: { stories: readonly Story[]; folder: string; say: (line: string) => void },
): Promise<Comparison> {
  const servers = await Promise.all(
    [sides.before, sides.after].map((files) => serveFolder(files, 'http://no-api.invalid')),
  );
  const cameras = servers.map(({ origin }) => new StoryCamera(browser, origin));
  const photograph = async ({ id }: Story): Promise<Take> => {
    const [before, after] = await Promise.all(cameras.map((camera) => camera.photograph(id)));
    if (!browser.isConnected()) throw new Error('The browser ended.');
    return { before: before ?? noPictures, after: after ?? noPictures };
  };
  const renew = () => Promise.all(cameras.map((camera) => camera.close()));
  const result: Comparison = { compared: 0, changed: [], failed: [] };
  try {
    for (const [index, story] of stories.entries()) {
      const take = await takeSteady(() => photograph(story), renew);
      if (take.problem === null) {
        result.compared += 1;
        const found = differencesOf(take);
        if (found.length > 0) result.changed.push(await save(story, found, folder));
      } else result.failed.push({ story, problem: take.problem });
      if ((index + 1) % 50 === 0) say(`${index + 1} of ${stories.length} …`);
    }
  } finally {
    await renew();
    for (const server of servers) server.stop();
  }
  return result;
}

/** A story of both sides. */
interface Take {
  before: Photographs;
  after: Photographs;
}
const noPictures: Photographs = { pictures: [], problem: 'nobody took them' };

/** How often a story is photographed at most. */
const mostTakes = 5;

/**
 * Photographs a story until both sides look alike, or twice in a row as they did, each time on fresh pages: a page that has shown hundreds of stories keeps
 * some pictures back, and some stories play once on a page only.
 */
async function takeSteady(
  photograph: () => Promise<Take>,
  renew: () => Promise<unknown>,
): Promise<Take & { problem: string | null }> {
  let last = await photograph();
  for (let takes = 1; takes < mostTakes; takes += 1) {
    if (problemOf(last) === null && differencesOf(last).length === 0) break;
    await renew();
    const next = await photograph();
    const isSteady =
      problemOf(last) === null &&
      problemOf(next) === null &&
      (['before', 'after'] as const).every(
        (side) => differencesOf({ before: last[side], after: next[side] }).length === 0,
      );
    last = next;
    if (isSteady) break;
  }
  return { ...last, problem: problemOf(last) };
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
function differencesOf({ before, after }: Take): FoundDifference[] {
  return views.flatMap(({ name }, index) => {
    const [old, fresh] = [before.pictures[index], after.pictures[index]];
    const difference = old && fresh ? comparePictures(old, fresh) : null;
    return difference ? [{ name, difference }] : [];
  });
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
