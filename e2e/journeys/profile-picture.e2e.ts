import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colourAt, photoWithPlace } from '../../api/src/testing/pictures.ts';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look } from '../support/screenshots.ts';
import { isLongRun } from '../support/smoke-cases.ts';
import { signIn, toastText } from '../support/steps.ts';

// A phone's photo: rotated by EXIF, with a location.

let site: DemoSite;
let member: Person;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
  await signIn(member);
});

afterAll(() => site?.close());

/** Checks a state in a long run, as stories do daily, and goes on in the wide window. */
async function lookAt(page: Page, state: string): Promise<void> {
  const found = isLongRun ? await look(page, state) : [];
  expect(found).toEqual([]);
  await page.setViewportSize({ width: desktop, height: 900 });
}

const field = (page: Page) => page.getByRole('region', { name: /^(Your picture|Tu foto)$/ });
const choose = (page: Page, file: typeof photo) =>
  field(page).locator('input[type=file]').first().setInputFiles(file);
const cropper = (page: Page) => page.getByRole('dialog');
const ownPicture = (page: Page) => page.getByRole('button', { name: /^Your menu, / }).locator('img');

it('is chosen, cut by pointer and keyboard, and shown in the frame by its small file', async () => {
  const { page } = member;
  await page.goto('/profile');
  const before = await ownPicture(page).getAttribute('src');
  expect(before).toMatch(/^\/media\/drawings\//);
  await lookAt(page, 'picture-none');

  await choose(page, photo);
  const stage = cropper(page).getByRole('application');
  await stage.waitFor();
  expect(await stage.evaluate((element) => element === document.activeElement)).toBe(true);
  await lookAt(page, 'picture-crop');
  const status = cropper(page).locator('output');
  // Upright: the left edge of the file is the top.
  expect(await status.innerText()).toBe('Zoom 100%. The middle is 50% from the left and 50% from the top.');
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no stage.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -347);
  await expect.poll(() => status.innerText()).toContain('Zoom 200%');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height, { steps: 5 });
  await page.mouse.up();
  await stage.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => status.innerText()).toMatch(/and (1|2)\d% from the top/);
  await cropper(page).getByRole('button', { name: 'Save picture' }).dblclick();
  await toastText(page, 'Picture saved');
  await cropper(page).waitFor({ state: 'detached' });

  const small = () => ownPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(small).toContain('-small.webp');
  const large = await field(page).locator('img').getAttribute('src');
  const file = await (await page.request.get(large ?? '')).body();
  // Only the upper part of the photo is in it.
  for (const place of [20, 490]) expect((await colourAt(file, 256, place))[0]).toBeGreaterThan(200);
  await lookAt(page, 'picture-own');
  await page.goto('/dashboard');
  expect(await ownPicture(page).getAttribute('src')).toBe(large);
  member.assertNoProblems();
});
