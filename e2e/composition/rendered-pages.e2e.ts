import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { demoMember } from '../support/steps.ts';

// Public pages that are there before their scripts: what is done on them until then, and that nothing of them is replaced.
let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('can be read without scripts, in the language of the reader', async () => {
  const { page, assertNoProblems } = await newPerson(browser, site.origin, {
    javaScriptEnabled: false,
    locale: 'es-ES',
  });
  for (const [path, heading] of [
    ['/', 'Encuentra a tus frens'],
    ['/vibe-quiz', 'Descubre tu Firma del Alma'],
    ['/groups', 'Círculos Fren'],
    ['/auth', 'Qué bien que vuelvas'],
  ] as const) {
    await page.goto(path);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(heading);
  }
  assertNoProblems();
});

it('keeps what is typed and pressed before the remote has come, and every element', async () => {
  const { page, context, assertNoProblems } = await newPerson(browser, site.origin);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/remotes/mf-auth/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Username or email').fill(demoMember.username);
  await form.locator('input[type=password]').fill(demoMember.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  expect(new URL(page.url()).search).toBe('');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  await context.route('**/api/login', async (route) => {
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    await route.continue();
  });
  // Before the page gives the remote up.
  release();
  await page.waitForURL('**/dashboard');
  assertNoProblems();
});
