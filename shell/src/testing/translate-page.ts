/**
 * Does to the page what a browser's translator does: puts every text into `<font>`, at once and whatever comes or changes later. The words stay
 * the same, so that a test finds what it looks for. It needs nothing around it, so that a test can hand it to a browser.
 *
 * @param way `replace`: with new text in the place of the page's own, as Google's; `wrap`: around it
 * @returns what ends it
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
