import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

/** Errors caught by a boundary are still errors to developers: the overlay of the development server shows them. */
const options = process.env.NODE_ENV === 'development' ? { onCaughtError: reportError } : undefined;

/** What this browser knows, such as a quiz that was begun, may differ from what was rendered: that part is rendered anew, and nobody is to blame. */
const hydration =
  process.env.NODE_ENV === 'production'
    ? { onRecoverableError: (cause: unknown) => console.info('A rendered part was replaced', cause) }
    : options;

/** How long after its arrival a page counts as arriving, in milliseconds. */
const settleMs = 1_000;

/**
 * Whether the server has rendered the page into its HTML, and it still is as it was rendered: React would replace what a translator has
 * changed at the moment it gets the focus, and what is typed then would be lost.
 */
export function isRendered(container: Element): boolean {
  return container.hasChildNodes() && !container.querySelector('font');
}

/**
 * Renders the site into its container, or hydrates the server-rendered HTML there.
 *
 * @param container holds the site
 * @param site the site; while it is `isArriving`, changes of the address must be transitions, because any other would replace what was
 * rendered by a spinner
 * @param arrival settles when the code of the page that was opened has come, or has failed
 * @returns what takes the site off the page again
 */
export function mountPage(
  container: Element,
  site: (isArriving: boolean) => ReactNode,
  arrival: Promise<unknown>,
): Root {
  if (!isRendered(container)) {
    const empty = createRoot(container, options);
    empty.render(site(false));
    return empty;
  }
  const root = hydrateRoot(container, site(true), hydration);
  // Later: what is on its way to be taken over would be rendered once more. A page that was taken off is empty.
  const settle = () =>
    setTimeout(() => {
      if (container.hasChildNodes()) startTransition(() => root.render(site(false)));
    }, settleMs);
  arrival.then(settle, settle);
  return root;
}
