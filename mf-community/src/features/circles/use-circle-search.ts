import type { Circle } from '@frens/contract';
import { useInfiniteQuery } from '@frens/platform';
import { useEffect, useState } from 'react';
import { circlesQuery } from './circles.queries.ts';
import { filterCircles } from './filter-circles.ts';

/** How long the member pauses in typing before the server is asked, in milliseconds. */
const typingPause = 250;

/** The list of circles as the screen shows it. */
export type CircleSearch =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void }
  | {
      status: 'ready';
      circles: Circle[];
      /** The server is still looking; more may come. */
      isSearching: boolean;
      more: { load: () => void; isLoading: boolean; hasFailed: boolean } | null;
    };

/**
 * Circles that match the words. When all circles are here the page filters them itself; while the server has more,
 * the server is asked, and what is here already bridges the wait (D1).
 */
export function useCircleSearch(search: string): CircleSearch {
  const words = search.trim();
  const settled = useSettled(words);
  const all = useInfiniteQuery(circlesQuery(''));
  const asksServer = words !== '' && all.hasNextPage;
  const found = useInfiniteQuery({ ...circlesQuery(settled), enabled: asksServer && settled !== '' });

  const shown = asksServer && settled === words ? found : all;
  if (all.isLoadingError) return { status: 'error', error: all.error, retry: () => void all.refetch() };
  if (all.isPending) return { status: 'loading' };
  if (shown === found && found.isLoadingError)
    return { status: 'error', error: found.error, retry: () => void found.refetch() };

  const isSearching = asksServer && (settled !== words || found.isPending);
  const pages = shown.data ?? all.data;
  return {
    status: 'ready',
    circles: filterCircles(
      pages.pages.flatMap((page) => page.items),
      words,
    ),
    isSearching,
    more:
      shown.hasNextPage && !isSearching
        ? {
            load: () => void shown.fetchNextPage(),
            isLoading: shown.isFetchingNextPage,
            hasFailed: shown.isFetchNextPageError,
          }
        : null,
  };
}

/** The words, once they have stood still for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), typingPause);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
