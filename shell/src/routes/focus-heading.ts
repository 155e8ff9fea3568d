/** Id of the main landmark, in which every page stands. */
export const mainId = 'main';

/** How long the heading of a new page is waited for, in milliseconds. */
const headingTime = 10_000;

/** Focuses the page's heading, or the landmark until there is one. Whoever has moved on meanwhile is left alone. */
export function focusHeading(): (() => void) | undefined {
  const main = document.getElementById(mainId);
  if (!main) return;
  if (focusHeadingIn(main)) return;
  focus(main);
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    const isWaiting = activeElement === main || activeElement === document.body;
    if (!isWaiting || focusHeadingIn(main)) stop();
  });
  const timer = setTimeout(() => observer.disconnect(), headingTime);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(main, { childList: true, subtree: true });
  return stop;
}

/** The page before may still be there, hidden, while the code of the new one is on its way: a heading that is not on show takes no focus. */
function focusHeadingIn(main: HTMLElement): boolean {
  return [...main.querySelectorAll('h1')].some(focus);
}

/** @returns whether it has the focus now */
function focus(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
