import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { builtStore, rootDir, type Site, startSite, temporaryFolder } from '../support/site.ts';
import { serveFolder } from '../support/static-server.ts';

// The output of `npm run export-site`, served by a static file server in front of the site's own server.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let cdn: Awaited<ReturnType<typeof serveFolder>>;
let browser: Browser;
let said: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const to = path.join(folder.dir, 'export');
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'export-site', '--', '--to', to], {
    cwd: rootDir,
    encoding: 'utf8',
    env: { ...process.env, ENV_FILE: '', SITE_STORE: builtStore },
  });
  if (status !== 0) throw new Error(`Exporting ended with ${status}:\n${stdout}${stderr}`);
  said = stdout;
  [site, browser] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), demo: false }),
    takeBrowser(),
  ]);
  cdn = await serveFolder(to, site.origin);
});

afterAll(async () => {
  await leaveBrowser(browser);
  cdn?.stop();
  await site?.stop();
  await folder?.remove();
});

it('says what it wrote', () => {
  expect(said).toMatch(/Exported the composition \w+ to .*: \d+ pages, \d+ files, [\d.]+ MB\./);
});

it('shows pages of the shell and of remotes, in both languages, and the one for what is none', async () => {
  const { page, context, assertNoProblems, expectProblem } = await newPerson(browser, cdn.origin);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/groups');
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  await page.goto('/about/privacy');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assertNoProblems();
  expectProblem(/nowhere .*status of 404/);
  await page.goto('/nowhere');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  assertNoProblems();
  await context.close();

  const reader = await newPerson(browser, cdn.origin, { locale: 'es-MX' });
  await reader.page.goto('/groups');
  await expect.poll(() => reader.page.evaluate(() => document.documentElement.lang)).toBe('es');
  reader.assertNoProblems();
});

it('lets nothing run on its pages that the headers do not allow', async () => {
  const { page, expectProblem, assertNoProblems } = await newPerson(browser, cdn.origin);
  await page.goto('/auth');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assertNoProblems();
  expectProblem(/Content Security Policy|Trusted/i);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'window.evil = true';
      document.head.append(script);
    } catch {
      // The guard refuses it before the policy does.
    }
    return 'evil' in window;
  });
  expect(ran).toBe(false);
});
