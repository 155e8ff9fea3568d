/**
 * A `ref` for a part that disappears after a successful press in it, such as an error with "Try again": the focus then
 * moves to the heading above the part instead of the top of the page. Focus elsewhere is left alone.
 */
export function restoreFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  // Runs while the part, with the focus in it, is still in the document.
  return () => {
    if (!part.contains(document.activeElement)) return;
    const heading = headingOf(part);
    // After its removal: its replacement may have taken the focus.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const next = heading?.isConnected ? heading : document.querySelector<HTMLElement>('h1');
      // If the part was the whole page, the shell focuses the heading once it has loaded.
      if (next) next.tabIndex = -1;
      next?.focus();
    });
  };
}

/** The nearest preceding heading: the first one in the smallest ancestor with a heading before the part. */
function headingOf(part: HTMLElement): HTMLElement | undefined {
  const page = part.closest('main') ?? document.body;
  for (let around = part.parentElement; around && page.contains(around); around = around.parentElement) {
    const headings = [...around.querySelectorAll<HTMLElement>('h1, h2, h3, h4')];
    const found = headings.find(
      (heading) => heading.compareDocumentPosition(part) === Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (found) return found;
  }
  return undefined;
}
