import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { promote } from './promote.ts';
import { remotePath } from './store/site-store.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
const steps = 12;
/** A history of twelve steps, a version of mf-quiz each. */
beforeEach(async () => {
  versions = await storeOfVersions();
  const target = { store: versions.store, environment: 'live', author: { who: 'ada', why: null } };
  await promote(target, { versions: [await versions.shell('1'), await versions.remote('mf-quiz', '1')] }, {});
  for (let version = 2; version <= steps; version += 1) {
    const made = await versions.remote('mf-quiz', String(version));
    await promote({ ...target, author: { who: 'ada', why: `the ${version}th` } }, { versions: [made] }, {});
  }
});
afterEach(() => versions.remove());

/**
 * Searches with a command that knows from which version on it is broken.
 *
 * @param code what it ends with, from the number of the version and the version it is told of
 */
async function search(code: string, ...words: string[]) {
  const program = path.join(versions.dir, 'try.mjs');
  await writeFile(
    program,
    `const version = Number(process.env.COMPOSE_PREVIEW.split('@')[1]);
if (process.env.SITE_ENVIRONMENT !== 'bisect') process.exit(9);
process.exit(${code});`,
  );
  const said = { out: '', err: '' };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (said.out += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (said.err += `${text}\n`)),
    vi.spyOn(console, 'warn').mockImplementation((text) => void (said.err += `${text}\n`)),
  ];
  const range = words.length > 0 ? words : ['1', String(steps)];
  try {
    const options = ['--store', versions.store.dir, '--json'];
    const exit = await runCommandLine(['bisect', ...options, ...range, '--', process.execPath, program]);
    return { exit, err: said.err, found: JSON.parse(said.out) };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it.each(process.env.LONG ? [2, 3, 7, 11, 12] : [7])(
  'finds the step that broke it, in few trials: %i',
  async (broken) => {
    const { exit, found } = await search(`version >= ${broken} ? 1 : 0`);
    expect(exit).toBe(0);
    expect(found).toMatchObject({
      good: { number: broken - 1 },
      bad: { number: broken, why: `the ${broken}th` },
      skipped: [],
      changes: [{ name: 'mf-quiz', from: String(broken - 1), to: String(broken) }],
    });
    expect(found.trials).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(steps)));
  },
);

it.runIf(process.env.LONG)('does not touch the live environment, and reports each trial', async () => {
  const before = await versions.store.head();
  const { err } = await search('version >= 7 ? 1 : 0');
  expect(await versions.store.head()).toEqual(before);
  expect(err).toMatch(/Trying \w+, step 7 …\n {2}bad/);
});

it.runIf(process.env.LONG)(
  'goes round what cannot be tried: what the command cannot tell, and what was pruned',
  async () => {
    const { found } = await search('version === 7 ? 125 : version >= 9 ? 1 : 0');
    expect(found).toMatchObject({ good: { number: 8 }, bad: { number: 9 }, skipped: [] });
    const broken = await search('version === 7 ? 125 : version >= 6 ? 1 : 0');
    expect(broken.found).toMatchObject({ good: { number: 5 }, bad: { number: 6 }, skipped: [] });
    await rm(versions.store.file(remotePath('mf-quiz', '8')), { recursive: true });
    const again = await search('version >= 9 ? 1 : 0');
    expect(again.found).toMatchObject({ good: { number: 7 }, bad: { number: 9 }, skipped: [{ number: 8 }] });
  },
);

it.runIf(process.env.LONG).each([
  ['ends that are the wrong way round', 'version >= 7 ? 1 : 0', ['12', '1'], 2],
  ['an end that is not good', '1', ['1', '12'], 3],
  ['an end that is not bad', '0', ['1', '12'], 3],
  ['an end that was never live', '0', ['1', '99'], 6],
])('refuses %s', async (_case, code, words, exit) => {
  expect((await search(code, ...words)).exit).toBe(exit);
});
