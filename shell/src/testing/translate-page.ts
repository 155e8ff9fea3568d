/**
 * Simulates a browser's translator: wraps every text in `<font>`, now and after later changes. The words stay the same, so that tests find them. The
 * function is self-contained, so that a test can run it in a browser.
 *
 * @param way `replace`: with new text in the place of the page's own, as Google's; `wrap`: around it
 * @returns a function that ends the simulation
 */
export function translatePage(way: 'replace' | 'wrap'): () => void {
  function translate(text: Text): void {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest('font, head, script, style, textarea, option, svg'))
      return;
    const font = document.createElement('font');
    const inner = font.appendChild(document.createElement('font'));
    text.replaceWith(font);
    inner.append(way === 'wrap' ? text : text.data);
  }
  function translateIn(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(translate);
  }
  translateIn(document);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(translateIn);
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => observer.disconnect();
}
