import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyRepository } from '../../scripts/copy-repository.js';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type DevelopmentSite, freePort, startDevelopment, temporaryFolder } from '../support/site.ts';

// `npm run dev` reports problems of an edited file in the page's overlay and in its terminal, and recovers.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let checkout: string;
let site: DevelopmentSite;
let browser: Browser;
let person: Person;
const typed = 'typed@example.org';
const before = new Map<string, string>();

beforeAll(async () => {
  folder = await temporaryFolder();
  checkout = path.join(folder.dir, 'checkout');
  copyRepository(checkout);
  const dataDir = path.join(folder.dir, 'data');
  [site, browser] = await Promise.all([startDevelopment(checkout, dataDir, await freePort()), takeBrowser()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});
beforeEach(async () => {
  person = await newPerson(browser, site.origin);
  await person.page.goto('/auth?tab=register');
  await email().fill(typed);
});
afterEach(async () => {
  for (const [file, text] of before) await save(file, text);
  before.clear();
  // The type check runs once more before the overlay closes.
  await overlay().waitFor({ state: 'detached', timeout: 200_000 });
  await person.context.close();
});

/** Edits a file of the copy; the change is reverted after the test. */
async function edit(file: string, ...changes: [from: string, to: string][]): Promise<void> {
  const text = await readFile(path.join(checkout, file), 'utf8');
  before.set(file, before.get(file) ?? text);
  let edited = text;
  for (const [from, to] of changes) {
    if (!edited.includes(from)) throw new Error(`${file} does not say ${from}`);
    edited = edited.replace(from, to);
  }
  await save(file, edited);
}
/** Atomically, as editors do, so that nobody reads half a file. */
async function save(file: string, text: string): Promise<void> {
  const aside = path.join(folder.dir, 'being-saved');
  await writeFile(aside, text);
  await rename(aside, path.join(checkout, file));
}
const overlay = () => person.page.locator('frens-dev-problems section');
const email = (label = 'Email') => person.page.getByRole('textbox', { name: label, exact: true });
const legalLine = 'mf-auth/src/features/auth/components/legal-line.tsx';

it('shows where something was thrown, also when a part of the page has caught it', async () => {
  await edit(legalLine, ["{t('legal.intro')}", "{t('legal.intro')}{JSON.parse('no')}"]);
  await overlay()
    .filter({ hasText: `Thrown · ${legalLine}:` })
    .filter({ hasText: 'SyntaxError' })
    .first()
    .waitFor();
  await expect
    .poll(site.output)
    .toMatch(/✗ mf-auth\/\S+legal-line\.tsx:\d+ threw SyntaxError: .* \(on \/auth\)/);
});

it('tells a type error beside the page, which stays usable', async () => {
  await edit(legalLine, ["t('legal.intro')", "t('legal.nothing')"]);
  await overlay()
    .filter({ hasText: `Type error · ${legalLine}:` })
    .waitFor({ timeout: 120_000 });
  await email().fill('another@example.org');
  expect(site.output()).toContain(`✗ ${legalLine}:`);
});

it('names the field of a broken remote.json while the rest works, also in a new page', async () => {
  const { page } = person;
  await edit('mf-quiz/remote.json', ['"platform": 1', '"platform": "one"']);
  await overlay().filter({ hasText: 'mf-quiz/remote.json' }).filter({ hasText: 'platform: ' }).waitFor();
  await page.reload();
  await overlay().waitFor();
  expect(await email().count()).toBe(1);
  await edit('mf-quiz/remote.json', ['"platform": "one"', '"platform": 1,,']);
  await overlay().filter({ hasText: 'JSON' }).waitFor();
});
