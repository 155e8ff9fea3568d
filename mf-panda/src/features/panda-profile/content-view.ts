import type { PandaContent } from '@frens/contract';

/** What the tabs need to know of a Panda's content. */
export type ContentView =
  | { status: 'loading' }
  | { status: 'error'; error: Error; isRetrying: boolean; retry: () => void }
  | ReadyContent;

/** Content that has arrived, newest first. */
export interface ReadyContent {
  status: 'ready';
  items: PandaContent[];
  /** How older items are fetched; null when all are here. */
  more: { isLoading: boolean; error: Error | null; load: () => void } | null;
}

/** The parts of the paged query that are read here. */
interface ContentQuery {
  data: { pages: Array<{ items: PandaContent[] }> } | undefined;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** Names the state that the content's query is in. */
export function viewOf(query: ContentQuery): ContentView {
  if (!query.data) {
    if (!query.error) return { status: 'loading' };
    return {
      status: 'error',
      error: query.error,
      isRetrying: query.isFetching,
      retry: () => void query.refetch(),
    };
  }
  return {
    status: 'ready',
    items: query.data.pages.flatMap((page) => page.items),
    more: query.hasNextPage
      ? {
          isLoading: query.isFetchingNextPage,
          error: query.isFetchNextPageError ? query.error : null,
          load: () => void query.fetchNextPage(),
        }
      : null,
  };
}
