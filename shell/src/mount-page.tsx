import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { showFatalError } from './page-start.ts';

/** Reports errors caught by a boundary, so that the dev server's overlay shows them. */
const options = process.env.NODE_ENV === 'development' ? { onCaughtError: reportError } : undefined;

/** Ignores hydration mismatches: state of this browser, such as a started quiz, may differ from the rendered HTML, and React re-renders that part. */
const hydration =
  process.env.NODE_ENV === 'production'
    ? { onRecoverableError: (cause: unknown) => console.info('A rendered part was replaced', cause) }
    : options;

/** How long after its arrival a page counts as arriving, in milliseconds. */
const settleMs = 1_000;

/**
 * Whether the page was pre-rendered and is unchanged, so that it can be hydrated. On a translated page React would replace the changed nodes as
 * they get the focus, and lose what is typed.
 */
export function isRendered(container: Element): boolean {
  return container.hasChildNodes() && !container.querySelector('font');
}

/** Says that what threw outside of every boundary, for which React empties the page, has ended it. */
function endPage(cause: unknown): void {
  globalThis.reportError?.(cause);
  showFatalError(cause);
}

/**
 * Renders the site into its container, or hydrates the server-rendered HTML there.
 *
 * @param container holds the site
 * @param site the site; while `isArriving`, navigations must be transitions, because others would replace the pre-rendered HTML by a
 * spinner
 * @param arrival settles when the code of the first page has loaded or failed
 * @returns a function that unmounts the site
 */
export function mountPage(
  container: Element,
  site: (isArriving: boolean) => ReactNode,
  arrival: Promise<unknown>,
): Root {
  if (!isRendered(container)) {
    const empty = createRoot(container, { ...options, onUncaughtError: endPage });
    empty.render(site(false));
    return empty;
  }
  const rendered = [...container.childNodes];
  const { pathname } = location;
  let isOver = false;
  const root = hydrateRoot(container, site(true), {
    ...hydration,
    // Without the code of the frame, or what a part needs of the browser, what was rendered is shown: its links and forms work without scripts.
    onUncaughtError(cause) {
      isOver = true;
      queueMicrotask(() => {
        if (location.pathname === pathname) container.replaceChildren(...rendered);
        // What was pressed meanwhile is pressed in it.
        endPage(cause);
      });
    },
  });
  // Later, because an update during hydration would render the page twice. An unmounted page is empty.
  const settle = () =>
    setTimeout(() => {
      if (!isOver && container.firstElementChild) startTransition(() => root.render(site(false)));
    }, settleMs);
  arrival.then(settle, settle);
  return root;
}
