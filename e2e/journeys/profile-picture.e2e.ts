import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colourAt, photoWithPlace } from '../../api/src/testing/pictures.ts';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { desktop, look } from '../support/look.ts';
import { type Site, startSite } from '../support/site.ts';
import { signIn, toastText } from '../support/steps.ts';

// A photo as phones take it: on its side, with the place where it was taken. Every state is looked at, wide and narrow.

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;
let member: Person;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
  member = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
  await signIn(member);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** Looks at a state, and goes on in the wide window. */
async function lookAt(page: Page, state: string): Promise<void> {
  expect(await look(page, state)).toEqual([]);
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
  expect(before).toMatch(/^\/media\/pandas\//);
  await lookAt(page, 'picture-none');

  await choose(page, photo);
  const stage = cropper(page).getByRole('application');
  await stage.waitFor();
  expect(await stage.evaluate((element) => element === document.activeElement)).toBe(true);
  await lookAt(page, 'picture-crop');
  const status = cropper(page).locator('output');
  // Upright: what lay on the left of the file is on top.
  expect(await status.innerText()).toBe(
    'Zoom 100 %. The middle is 50 % from the left and 50 % from the top.',
  );
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no stage.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -347);
  await expect.poll(() => status.innerText()).toContain('Zoom 200 %');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height, { steps: 5 });
  await page.mouse.up();
  await stage.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => status.innerText()).toMatch(/and (1|2)\d % from the top/);
  await cropper(page).getByRole('button', { name: 'Save picture' }).dblclick();
  await toastText(page, 'Your picture is saved');
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

it('tells nothing of the camera, even if the whole file is sent', async () => {
  const { page } = member;
  expect(photo.buffer.includes('Bamboo Optics')).toBe(true);
  const sent = await page.request.post('/api/users/me/image', {
    multipart: { image: photo },
    headers: { Origin: site.origin },
  });
  expect(sent.status()).toBe(200);
  const { profileImage } = (await sent.json()) as { profileImage: string };
  for (const address of [profileImage, profileImage.replace('.webp', '-small.webp')]) {
    const answer = await page.request.get(address);
    expect(answer.headers()['content-type']).toBe('image/webp');
    const file = await answer.body();
    for (const trace of ['Bamboo Optics', 'Exif', 'EXIF', 'GPS']) expect(file.includes(trace)).toBe(false);
  }
});

it('that is none is refused in words, and a failed upload can be sent again', async () => {
  const { page } = member;
  await page.goto('/profile');
  await choose(page, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  expect(await field(page).getByRole('alert').innerText()).toMatch(/could not be opened/);
  await lookAt(page, 'picture-refused');

  member.expectProblem(/users\/me\/image .*ERR_FAILED/);
  await page.route('**/api/users/me/image', (route) => route.abort());
  await choose(page, photo);
  await cropper(page).getByRole('button', { name: 'Save picture' }).click();
  await cropper(page).getByRole('alert').first().waitFor();
  await lookAt(page, 'picture-failed');
  await page.unroute('**/api/users/me/image');
  await cropper(page).getByRole('button', { name: 'Save picture' }).click();
  await cropper(page).waitFor({ state: 'detached' });
  member.assertNoProblems();
});

it('is taken away, and the Panda stands in again; in Spanish too', async () => {
  const { page } = member;
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await toastText(page, 'Your picture is removed');
  await expect.poll(() => ownPicture(page).getAttribute('src')).toMatch(/^\/media\/pandas\//);
  await page
    .getByRole('button', { name: /Español|ES/ })
    .first()
    .click();
  await field(page).getByRole('button', { name: 'Elegir una foto' }).waitFor();
  await choose(page, photo);
  await cropper(page).getByRole('application').waitFor();
  await lookAt(page, 'picture-crop-es');
  await page.keyboard.press('Escape');
  await cropper(page).waitFor({ state: 'detached' });
  await lookAt(page, 'picture-none-es');
  member.assertNoProblems();
});
