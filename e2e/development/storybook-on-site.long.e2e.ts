import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { builtStore, rootDir, type Site, startSite } from '../support/site.ts';
import { demoMember, logIn } from '../support/steps.ts';

// The Storybook of a site with developer pages, for people without a checkout.
let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await demoFolder();
  const storeDir = path.join(folder.dir, 'store');
  await cp(builtStore, storeDir, { recursive: true });
  const command = ['run', 'build-storybook', '-w', 'design-system', '--', '-o', `${storeDir}/storybook`];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync('npm', command, { cwd: rootDir, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('Storybook could not be built: see above.');
  [site, browser] = await Promise.all([
    startSite({ dataDir: folder.dir, storeDir, env: { DEV_PAGES: 'true' } }),
    takeBrowser(),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

const frameOf = (page: Page) => page.frameLocator('#storybook-preview-iframe');
/** A story's looks under the toolbar's choices. */
const shownIn = (page: Page) =>
  frameOf(page)
    .locator('html')
    .evaluate((html) => {
      const styleOf = (name: string) => getComputedStyle(html).getPropertyValue(name);
      return {
        width: innerWidth,
        theme: html.dataset['theme'],
        language: html.getAttribute('lang'),
        motion: styleOf('--motion').trim(),
        isContrastMore: styleOf('--color-muted') === styleOf('--color-ink'),
      };
    });

it('shows a story as chosen in the toolbar, and the same by a copied link', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const person = await newPerson(browser, site.origin, {
    permissions,
    viewport: { width: 1700, height: 1000 },
  });
  const { page } = person;
  await page.goto('/dev/storybook?path=/story/screens-browse--ready');
  await frameOf(page).getByRole('heading', { level: 1, name: 'Browse frens' }).waitFor();
  expect(await shownIn(page)).toMatchObject({ theme: 'light', motion: '1', isContrastMore: false });
  const choose = async (tool: RegExp, choice: string) => {
    await page.getByRole('button', { name: tool }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  await choose(/^Theme/, 'Dark');
  await choose(/^Frame around/, 'The older frame');
  await choose(/^Contrast /, 'More contrast');
  await choose(/^Motion /, 'Reduced motion');
  await choose(/^Viewport/, '375 px');
  await choose(/^Language/, 'Español');
  const chosen = { width: 375, theme: 'dark', language: 'es', motion: '0', isContrastMore: true };
  await expect.poll(() => shownIn(page)).toEqual(chosen);

  // "Copy story link to clipboard".
  await page.keyboard.press('Alt+Shift+L');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await person.context.newPage();
  await other.goto(link);
  await frameOf(other).getByRole('heading', { level: 1, name: 'Explorar frens' }).waitFor();
  expect(await shownIn(other)).toEqual(chosen);
  for (const address of [link, page.url()]) expect(address).toContain('frame:older');

  await choose(/^Language/, 'Pseudo: 40 % longer');
  await frameOf(page).getByRole('heading', { level: 1, name: 'Bróówséé' }).waitFor();
  person.assertNoProblems();
});

it('shows all states of a screen beside each other, each by itself', async () => {
  const person = await newPerson(browser, site.origin);
  person.expectProblem(/status of (401|503)/);
  const { page } = person;
  await page.goto('/dev/storybook/iframe.html?viewMode=docs&id=screens-circles--docs&globals=language:es');
  const state = (name: string) => page.frameLocator(`iframe[title="${name}"]`);
  await state('Invited').getByText('Tienes una invitación').waitFor();
  await state('Empty').getByText('Todavía no hay círculos.').waitFor();
  await state('Failed').getByText('No se pudieron cargar los círculos').waitFor();
  expect(await state('Failed').getByText('tu invitación').count(), 'what another one has stored').toBe(0);
  person.assertNoProblems();
});

it('finds a token with what reads it, and leads on inside of its own frame', async () => {
  const person = await newPerson(browser, site.origin);
  const { page } = person;
  await page.goto('/dev/storybook?path=/story/foundations-tokens--tokens');
  const frame = frameOf(page);
  await frame.getByLabel('Find a token').fill('--light-bamboo-hover');
  await expect.poll(() => frame.locator('ul code').allInnerTexts()).toEqual(['--light-bamboo-hover']);
  await frame.getByRole('button', { name: '--color-accent-hover' }).click();
  await frame.getByText('--color-accent-hover', { exact: true }).first().waitFor();
  await expect.poll(() => frame.getByText('--light-bamboo-hover', { exact: true }).count()).toBe(0);
  await page.goto('/dev/storybook?path=/docs/structure-card--docs');
  await frame.getByRole('link', { name: 'design-system/src/card/card.tsx' }).click();
  await frame.getByRole('heading', { name: 'Code', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?path=/docs/structure-card--docs');
  person.assertNoProblems();
});

it('answers for no page of the site, and leaves what the member has there', async () => {
  const person = await newPerson(browser, site.origin);
  const { page, context } = person;
  await logIn(page, demoMember);
  await page.goto('/groups');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const stored = () => page.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie]);
  await page.evaluate(() => localStorage.setItem('draft', 'half a word'));
  const before = await stored();
  const story = await context.newPage();
  await story.goto('/dev/storybook/iframe.html?id=screens-browse--ready&globals=language:es');
  await story.getByRole('article').first().waitFor();

  const scopes = await story.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toEqual(['/dev/storybook/']);
  expect(await stored()).toEqual(before);
  await page.goto('/groups');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  person.assertNoProblems();
});
