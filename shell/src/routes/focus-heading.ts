/** Id of the main landmark, which contains every page. */
export const mainId = 'main';

/** How long to wait for the heading of a new page, in milliseconds. */
const headingTime = 10_000;

/** Focuses the page's heading, or the landmark until there is one, unless the focus has moved meanwhile. */
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

/** While the new page loads, the previous one may still be in the DOM, hidden; a hidden heading takes no focus. */
function focusHeadingIn(main: HTMLElement): boolean {
  return [...main.querySelectorAll('h1')].some(focus);
}

/** @returns whether it has received the focus */
function focus(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
