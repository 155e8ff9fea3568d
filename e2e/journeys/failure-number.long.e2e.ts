import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn } from '../support/steps.ts';

// Copied failure details name the failed request, the remote and its version.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin);
  member.expectProblem(/ERR_FAILED|REMOTE-102/);
  await member.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await signIn(member);
});

afterAll(() => site?.close());

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

it('the notice of a remote has its number, for `npm run compose -- explain`', async () => {
  const { page } = member;
  await page.route('**/remotes/mf-quiz/**', (route) => route.abort());
  await page.goto('/vibe-quiz', { waitUntil: 'domcontentloaded' });
  const notice = page.getByRole('alert').filter({ hasText: 'Not available right now' });
  await notice.getByRole('button', { name: 'Copy details' }).click();
  await notice.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await copied(page)).toMatch(/^REMOTE-102 · mf-quiz \d+\.\d+\.\d+-[0-9a-f]{10}$/);
  await page.unrouteAll();
  member.assertNoProblems();
});
