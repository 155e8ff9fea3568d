import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import {
  type DevelopmentSite,
  freePort,
  rootDir,
  type Site,
  startRemoteAlone,
  startSite,
} from '../support/site.ts';

// One remote from this checkout against the API of a deployed site.

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let alone: DevelopmentSite;
let browser: Awaited<ReturnType<typeof takeBrowser>>;
beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
  const words = ['--against', site.origin, '--as', 'demo'];
  alone = await startRemoteAlone(rootDir, 'mf-community', await freePort(), words, {
    AGAINST_PASSWORD: 'bamboo-grove',
  });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await alone?.stop();
  await site?.stop();
  await folder?.remove();
});

it('shows what is on the site, to the member who is signed in there, and writes to it', async () => {
  const circle = `Circle ${Date.now()}`;
  const { page, context, assertNoProblems } = await newPerson(browser, alone.origin);
  await page.goto('/groups');
  const panel = page.getByRole('region', { name: 'Mocks' });
  await panel.getByRole('button', { name: site.origin }).click();
  await panel.getByLabel('Language').waitFor();
  expect(await panel.getByLabel('Scenario').count()).toBe(0);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();

  const status = await page.evaluate(async (name) => {
    const answer = await fetch('/api/circles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    return answer.status;
  }, circle);
  expect(status).toBe(201);
  const onSite = await context.request.get(`${site.origin}/api/circles`);
  expect(await onSite.text()).toContain(circle);
  const cookies = (await context.cookies()).map(({ name }) => name);
  expect(cookies, 'the session stays with the development server').toEqual(['language']);
  await context.close();
  assertNoProblems();
});
