import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyRepository } from '../../scripts/copy-repository.js';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type DevelopmentSite, freePort, startDevelopment, temporaryFolder } from '../support/site.ts';

// `npm run dev` on an empty database, in a copy of the repository: edits of its files keep a half-filled form.
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
const times = (text: string) => site.output().split(text).length - 1;
const email = (label = 'Email') => person.page.getByRole('textbox', { name: label, exact: true });
const kept = (label?: string) => email(label).inputValue();
const legalLine = 'mf-auth/src/features/auth/components/legal-line.tsx';

it('fills an empty database, says who can sign in, and tells of mails that were sent', async () => {
  const { page } = person;
  for (const said of ['Demo login: demo / bamboo-grove', 'Remotes: mf-auth, ', 'Stop it with Ctrl-C'])
    expect(site.output()).toContain(said);
  expect(times('Compiled shell, mf-auth')).toBe(1);
  const to = 'maya@example.org';
  const asked = await page.request.post('/api/auth/magic-link', {
    data: { email: to },
    headers: { origin: site.origin },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  await expect.poll(site.output).toMatch(/✉ maya@example\.org: .+ \(\/dev\/outbox\/\w+\)/);
  await page.goto('/dev/outbox');
  await page.getByText(to).waitFor();
});

it('works in ten tabs', async () => {
  const { context } = person;
  for (let tab = 0; tab < 10; tab += 1) {
    const page = await context.newPage();
    await page.goto('/groups');
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  }
  expect(context.pages()).toHaveLength(11);
});

it('shows edited styles, texts and components in the open page, and keeps what was typed', async () => {
  const { page } = person;
  await page.evaluate(() => Object.assign(window, { same: true }));
  await edit('mf-auth/src/features/auth/auth.module.css', ['gap: var(--space-12);', 'gap: 77px;']);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main *')].some((one) => getComputedStyle(one).rowGap === '77px'),
  );
  await edit('mf-auth/locales/en.json', ['"email": "Email"', '"email": "E-mail, please"']);
  await email('E-mail, please').waitFor();
  await edit(legalLine, ["{t('legal.intro')}", '{"edited"}']);
  await page.getByText('edited', { exact: true }).waitFor();
  expect(await kept('E-mail, please')).toBe(typed);
  expect(await page.evaluate(() => 'same' in window), 'no new page').toBe(true);
  person.assertNoProblems();
});

it('shows what does not compile over the page and says it once, then goes on', async () => {
  const { page } = person;
  const already = times('✗ ');
  await edit(legalLine, ['return (', 'return <<< (']);
  await overlay()
    .filter({ hasText: `Does not compile · ${legalLine}` })
    .waitFor();
  expect(times(`✗ ${legalLine}`)).toBe(1);
  expect(times('✗ ')).toBe(already + 1);
  await page.keyboard.press('Escape');
  await overlay().waitFor({ state: 'detached' });
  await page.evaluate(() => Object.assign(window, { same: true }));
  await edit(
    legalLine,
    ['return <<< (', "return t('legal.intro') && ("],
    ["{t('legal.intro')}", '{"mended"}'],
  );
  await page.getByText('mended', { exact: true }).waitFor();
  expect(await kept()).toBe(typed);
  expect(await page.evaluate(() => 'same' in window), 'no new page').toBe(true);
});
