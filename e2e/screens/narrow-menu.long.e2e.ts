import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join } from '../support/steps.ts';

// The phone menu on the narrowest screen: only a browser lays out how a name and the text beside it share a line.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Awaited<ReturnType<typeof takeBrowser>>;
let member: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  member = await newPerson(browser, site.origin, { viewport: { width: 320, height: 700 }, locale: 'es-ES' });
  await join(member, {
    username: 'lucia',
    email: 'lucia@example.org',
    password: 'bambu-verde-9',
    name: 'Lucía Fernández de la Peña y Ortiz-Villarreal',
  });
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('breaks no word of a long name for the words beside it', async () => {
  const { page } = member;
  await page.goto('/about/terms');
  await page.getByRole('button', { name: 'Menú' }).click();
  const name = page.getByRole('dialog').getByText('Lucía Fernández');
  await name.waitFor();
  const lines = await name.evaluate((element) => {
    const text = element.firstChild;
    const range = document.createRange();
    // One rectangle per line that a word spans.
    return Array.from(element.textContent.matchAll(/\S+/g), ({ index, 0: word }) => {
      range.setStart(text ?? element, index);
      range.setEnd(text ?? element, index + word.length);
      return { word, lines: range.getClientRects().length };
    });
  });
  // The last word may break at its hyphen.
  expect(lines.filter(({ word, lines }) => lines > 1 && !word.includes('-'))).toEqual([]);
  member.assertNoProblems();
});
