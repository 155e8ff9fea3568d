import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Where something lies on the screen: it is there, and these are its edges. */
export async function edges(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('What is looked for is not on the page');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until a message has risen into its place, which is above the heading. */
export async function liesAboveHeading(toast: Locator): Promise<void> {
  const page = toast.page();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const { top } = await edges(page.getByRole('heading', { level: 1 }));
  await expect.poll(async () => (await edges(toast)).bottom).toBeLessThanOrEqual(top);
}
