import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

// The visitor's quiz and its Panda.

/** Answer buttons of the open lab. */
export const answersOn = (page: Page) =>
  page.getByRole('group', { name: /^Your answer/ }).getByRole('button');

/** Answers labs `first` to `last`; the first must be open. */
export async function answerLabs(page: Page, first: number, last: number): Promise<void> {
  for (let lab = first; lab <= last; lab += 1) {
    await page.getByText(`Lab ${lab} of 11`).waitFor();
    await answersOn(page)
      .nth((lab * 3) % 4)
      .click();
  }
}

/** The Panda's image in a visitor's result. */
export async function promisedPanda(page: Page): Promise<Locator> {
  await page.getByText('Your answers wait in this browser for 7 days.').waitFor();
  return page.getByRole('img', { name: /^Your Panda, led by / });
}

/** Takes the quiz signed out and returns the Panda's image. */
export async function takeQuiz(page: Page): Promise<Locator> {
  await page.goto('/vibe-quiz');
  await answerLabs(page, 1, 11);
  return promisedPanda(page);
}

/** All pixels of an image, as a data URL. */
export function pixelsOf(picture: Locator): Promise<string> {
  return picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new TypeError('It is no picture.');
    // Until the drawing code has loaded, the image is empty.
    while (image.src.startsWith('data:') && !image.src.includes('viewBox')) {
      await new Promise(requestAnimationFrame);
    }
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 512;
    canvas.height = 512;
    canvas.getContext('2d')?.drawImage(image, 0, 0, 512, 512);
    return canvas.toDataURL();
  });
}

/** The image on the page of the member's own Panda. */
export async function ownPanda(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Your menu, / }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page
    .getByRole('complementary', { name: 'Your Panda' })
    .getByRole('link', { name: 'Open its page' })
    .click();
  await page.getByText('This is your Panda').waitFor();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  return page.getByRole('img', { name: new RegExp(name) }).first();
}

/** Expects that the result downloads as a PNG drawn by the browser. */
export async function sharesAsPicture(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share as a picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('soul-signature.png');
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // Width and height in the PNG header.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
  // An empty picture of this size has only a few kilobytes.
  expect(picture.length).toBeGreaterThan(40_000);

  // With file sharing, the browser shares the same picture instead of saving it.
  await page.evaluate(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.length > 0,
      share: async ({ files = [] }: ShareData) => {
        for (const { name, type, size } of files) shared.push(`${name} ${type} ${size}`);
      },
    });
  });
  page.on('download', () => expect.unreachable('a picture that is shared is not saved'));
  await page.getByRole('button', { name: 'Share as a picture' }).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: string[] }).shared);
  await expect.poll(shared).toEqual([`soul-signature.png image/png ${picture.length}`]);
}
