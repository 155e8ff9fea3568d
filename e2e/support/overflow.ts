import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** The edges of a visible element. @throws if it is not on the page */
export async function edges(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('What is looked for is not on the page');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until a toast on a phone has moved to its position on the bar, beside the menu button. */
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
