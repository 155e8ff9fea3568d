import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Where something lies on the screen: it is there, and these are its edges. */
export async function edges(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('What is looked for is not on the page');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until a message has risen into its place, which is below the bar and whole in the window. */
export async function liesOffTheBar(toast: Locator): Promise<void> {
  const page = toast.page();
  const { bottom } = await edges(page.getByRole('banner'));
  const height = await page.evaluate(() => innerHeight);
  await expect
    .poll(async () => {
      const message = await edges(toast);
      return message.top >= bottom && message.bottom <= height;
    })
    .toBe(true);
}
