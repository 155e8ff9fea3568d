import type { Page } from 'playwright-core';

/**
 * Finds text from right to left that can reorder what stands around it: nothing keeps it to itself, neither an element (`UserText`) nor signs
 * of Unicode (`isolate`). Our own texts have none, so it is what members wrote.
 */
export function strayText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const stray: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/gu, '');
      if (!/[\u0590-\u08ff]/.test(text) || node.parentElement?.closest('bdi, [dir=auto], script')) continue;
      stray.push(`${node.parentElement?.outerHTML.slice(0, 200)}`);
    }
    return stray;
  });
}
