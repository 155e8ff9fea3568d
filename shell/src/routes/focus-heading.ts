/** Id of the main landmark, in which every page stands. */
export const mainId = 'main';

/** How long the heading of a new page is waited for, in milliseconds. */
const headingTime = 10_000;

/** Focuses the page's heading, or the landmark until there is one. Whoever has moved on meanwhile is left alone. */
export function focusHeading(): (() => void) | undefined {
  const main = document.getElementById(mainId);
  if (!main) return;
  if (focus(main.querySelector('h1'))) return;
  focus(main);
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    const isWaiting = activeElement === main || activeElement === document.body;
    if (!isWaiting || focus(main.querySelector('h1'))) stop();
  });
  const timer = setTimeout(() => observer.disconnect(), headingTime);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}

function focus(element: HTMLElement | null): boolean {
  if (!element) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return true;
}
