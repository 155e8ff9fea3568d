/**
 * A `ref` for a part of the page that goes once what is pressed in it has worked, such as a message with "Try again": the keyboard then
 * goes on at the heading that the part stood under, and not at the top of the page. Whoever has the focus elsewhere keeps it.
 */
export function restoreFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  // Called while the part is still on the page, with the focus in it.
  return () => {
    if (!part.contains(document.activeElement)) return;
    const heading = headingOf(part);
    // Once it is gone: what takes its place may have taken the focus.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const next = heading?.isConnected ? heading : document.querySelector<HTMLElement>('h1');
      // A page that was all this part has no heading until it is loaded again: the shell waits for that.
      if (next) next.tabIndex = -1;
      next?.focus();
    });
  };
}

/** The first heading before a part in the smallest part of the page around it that has one: what stands below, such as the footer, does not name it. */
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
