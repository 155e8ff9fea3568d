import { useLocation, useSearchParams } from '@frens/platform';
import { useState } from 'react';
import { type BrowseFilters, readFilters, writeFilters } from './browse-filters.ts';

/** Marks history entries that the filters of this page created. */
interface TypedState {
  typed: true;
}

/**
 * The filters, stored in the URL and in local state. The router updates the URL in a transition: an input bound to it would lose
 * letters, and two changes in the same tick would lose the first.
 */
export function useBrowseFilters(): [BrowseFilters, (change: Partial<BrowseFilters>) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const inAddress = readFilters(search);
  const [filters, setFilters] = useState(inAddress);
  const [seenEntry, setSeenEntry] = useState(location.key);

  // A link or the browser's back and forward buttons changed the URL.
  if (location.key !== seenEntry) {
    setSeenEntry(location.key);
    if (!isTyped(location.state)) setFilters(inAddress);
  }

  const change = (part: Partial<BrowseFilters>) => {
    const next = { ...filters, ...part };
    setFilters(next);
    setSearch((current) => writeFilters(current, next), {
      replace: true,
      state: { typed: true } satisfies TypedState,
    });
  };
  return [filters, change];
}

function isTyped(state: unknown): state is TypedState {
  return typeof state === 'object' && state !== null && 'typed' in state;
}
