/**
 * Finds right-to-left text without bidi isolation, neither by an element (`UserText`) nor by Unicode isolates (`isolate`): it can reorder
 * surrounding text. The site's own texts are left to right, so it is member text.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>} HTML of the containing elements
 */
export function strayText(page) {
  return page.evaluate(() => {
    const stray = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/gu, '');
      // With scripting, a `noscript` contains its markup as invisible text.
      const isKept = node.parentElement?.closest('bdi, [dir=auto], script, noscript');
      if (/[\u0590-\u08ff]/.test(text) && !isKept)
        stray.push(String(node.parentElement?.outerHTML.slice(0, 200)));
    }
    return stray;
  });
}
