import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photoWithPlace } from '../../api/src/testing/pictures.ts';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look } from '../support/screenshots.ts';
import { signIn, toastText } from '../support/steps.ts';

// A phone's photo: rotated by EXIF, with a location. Each state is checked, wide and narrow.

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

/** Checks a state, and goes on in the wide window. */
async function lookAt(page: Page, state: string): Promise<void> {
  expect(await look(page, state)).toEqual([]);
  await page.setViewportSize({ width: desktop, height: 900 });
}

const field = (page: Page) => page.getByRole('region', { name: /^(Your picture|Tu foto)$/ });
const choose = (page: Page, file: typeof photo) =>
  field(page).locator('input[type=file]').first().setInputFiles(file);
const cropper = (page: Page) => page.getByRole('dialog');
const ownPicture = (page: Page) => page.getByRole('button', { name: /^Your menu, / }).locator('img');

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
  expect(await field(page).getByRole('alert').innerText()).toMatch(/couldn’t open/);
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
  await toastText(page, 'Picture removed');
  await expect.poll(() => ownPicture(page).getAttribute('src')).toMatch(/^\/media\/drawings\//);
  await page.getByRole('button', { name: 'Español' }).first().click();
  await field(page).getByRole('button', { name: 'Elegir una foto' }).waitFor();
  await choose(page, photo);
  await cropper(page).getByRole('application').waitFor();
  await lookAt(page, 'picture-crop-es');
  await page.keyboard.press('Escape');
  await cropper(page).waitFor({ state: 'detached' });
  await lookAt(page, 'picture-none-es');
  member.assertNoProblems();
});
