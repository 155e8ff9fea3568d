/**
 * Finds text from right to left that can reorder what stands around it: nothing keeps it to itself, neither an element (`UserText`) nor signs
 * of Unicode (`isolate`). Our own texts have none, so it is what members wrote.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>} the elements it stands in
 */
export function strayText(page) {
  return page.evaluate(() => {
    const stray = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/gu, '');
      // With scripts all of a `noscript` is one text that nobody reads.
      const isKept = node.parentElement?.closest('bdi, [dir=auto], script, noscript');
      if (/[\u0590-\u08ff]/.test(text) && !isKept)
        stray.push(String(node.parentElement?.outerHTML.slice(0, 200)));
    }
    return stray;
  });
}
