import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { copyRepository } from '../copy-repository.js';
import { requireBrowser } from '../find-browser.js';
import { type StoryIndex, storiesOf } from './affected-stories.ts';
import { compareStorybooks } from './compare-storybooks.ts';

// `npm run visual` in a copy of the repository with its own history.
let folder: string;
let checkout: string;

const git = (...words: string[]) => {
  const who = ['-c', 'user.name=Designer', '-c', 'user.email=designer@frens.example'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
    cwd: checkout,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

/** Compares some stories with the last commit. */
function runVisual(to: string, words: string[], env: Record<string, string> = {}) {
  const args = ['--import', 'tsx', 'scripts/visual/visual.ts', '--base', 'HEAD', '--to', to, ...words];
  const options = { cwd: checkout, env: { ...process.env, ...env } };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-visual-test-'));
  checkout = path.join(folder, 'checkout');
  copyRepository(checkout);
  git('init', '--quiet');
  // Without the links to the packages.
  git('add', '--all', '--', ':!node_modules', ':!*/node_modules');
  git('commit', '--quiet', '--message', 'before');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('shows exactly the stories that use a colour which has changed', { timeout: 480_000 }, async () => {
  const file = path.join(checkout, 'design-system/tokens/themes/light.css');
  const tokens = await readFile(file, 'utf8');
  await writeFile(file, tokens.replace(/--light-sky-tint: #\w+/, '--light-sky-tint: #dfedf7'));
  const to = path.join(folder, 'token');
  const { stdout, stderr, code } = await runVisual(to, ['feedback-', 'display-badge', 'structure-card']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const page = await readFile(path.join(to, 'index.html'), 'utf8');
  const shown = Array.from(page.matchAll(/<section id="([^"]+)"/g), ([, id]) => id);
  expect(shown).toEqual(['display-badge--hues', 'feedback-notice--tones', 'feedback-notice--long-text']);
  const [, compared] = /^3 of (\d\d) affected stories/m.exec(stdout) ?? [];
  expect(compared).toBeDefined();
  expect(stdout).toContain(`Rendered ${compared} of ${compared} once, with both values of the tokens.`);
  // Only in the light theme, in both widths.
  expect(page.match(/<h3>[^<]+/g)?.sort()).toEqual(
    ['1280 px, light', '375 px, light'].flatMap((name) => Array.from(shown, () => `<h3>${name}`)),
  );
  expect(page).toContain('@frens/design-team');
  await writeFile(file, tokens);
});

it('shows none in ten repeats without a change', { timeout: 480_000 }, async () => {
  const built = path.join(checkout, '.cache/visual-base', git('rev-parse', 'HEAD'));
  const stories = storiesOf(JSON.parse(await readFile(path.join(built, 'index.json'), 'utf8')) as StoryIndex);
  // Random drawings, a toast, images, chained requests, a clock, a dialog.
  const unsteady =
    /^(screens-(vibe-quiz--finished-by-visitor|sign-in-by-a-link--freed|a-panda--empty|browse--ready|messages--ready)|overlays-dialog--form)$/;
  const some = stories.filter(({ id }) => unsteady.test(id));
  expect(some).toHaveLength(6);
  const browser = await openBrowser();
  try {
    for (let repeat = 0; repeat < 10; repeat += 1) {
      const found = await compareStorybooks(
        browser,
        { before: built, after: built },
        { stories: some, folder, say: () => {} },
      );
      expect(found).toEqual({ compared: 6, once: 0, changed: [], failed: [] });
    }
  } finally {
    await browser.close();
  }
});

it('says that the result is unknown when its browser crashes, and leaves no report', {
  timeout: 240_000,
}, async () => {
  const chrome = path.join(folder, 'chrome-that-crashes');
  await writeFile(chrome, `#!/bin/sh\nexec timeout -s KILL 5 '${await requireBrowser()}' "$@"\n`);
  await chmod(chrome, 0o755);
  const to = path.join(folder, 'crash');
  // An earlier report must not pass for this one.
  await mkdir(to);
  await writeFile(path.join(to, 'index.html'), 'No changes');
  const { stdout, stderr, code } = await runVisual(to, ['--all', 'feedback-'], { CHROME_PATH: chrome });
  expect(code).toBe(1);
  expect(stdout).toContain('Capturing');
  expect(stderr).toContain('The comparison did not finish, so its result is unknown.');
  expect(stdout + stderr).not.toContain('No changes');
  expect(existsSync(path.join(to, 'index.html'))).toBe(false);
});
