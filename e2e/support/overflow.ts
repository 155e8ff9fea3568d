import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Where something lies on the screen: it is there, and these are its edges. */
export async function edges(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('What is looked for is not on the page');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until a message on a phone has come into its place, which is on the bar, beside the menu's button. */
export async function leavesMenuFree(toast: Locator): Promise<void> {
  const menu = toast
    .page()
    .getByRole('banner')
    .getByRole('button', { name: /^Men[uú]$/ });
  const { left, bottom } = await edges(menu);
  await expect
    .poll(async () => {
      const message = await edges(toast);
      return message.top >= 0 && message.top < bottom && message.right <= left;
    })
    .toBe(true);
}
