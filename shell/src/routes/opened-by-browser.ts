import { renderedMark } from '@frens/compose';
import { chosenVibe } from '@frens/platform';
import { queryClient, sessionQuery } from '@frens/platform/internal';
import type { Remotes } from '../composition/engine.ts';

/**
 * Whether the browser itself should follow a link: to a pre-rendered page, as long as the page on show has loaded no remote and with it no federation
 * runtime. Its document then comes sooner than its code. Members keep what their page has in memory.
 */
export function isOpenedByBrowser(
  remotes: Pick<Remotes, 'find' | 'names' | 'state'>,
  address: string,
): boolean {
  const { pathname, search } = new URL(address, location.href);
  const page = remotes.find(pathname)?.page;
  // What other pages and queries show is rendered for a few.
  const isRendered = page?.access === 'public' && !page.path.includes(':') && (!search || page.queries);
  return (
    !!isRendered &&
    // Only a pre-rendered page has it: the site renders its pages, and this is no preview.
    document.querySelector(`[${renderedMark}]`) !== null &&
    remotes.names().every((name) => remotes.state(name).status === 'idle') &&
    !queryClient.getQueryData(sessionQuery.queryKey) &&
    queryClient.isMutating() === 0 &&
    // The quiz greets by it, and nothing stores it (D51).
    chosenVibe() === null &&
    // Else the page itself says that there is no connection.
    navigator.onLine
  );
}
