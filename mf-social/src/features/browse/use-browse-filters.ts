import { useLocation, useSearchParams } from '@frens/platform';
import { useState } from 'react';
import { type BrowseFilters, readFilters, writeFilters } from './browse-filters.ts';

/** Marks an entry of the browser's history that this page's own filters made. */
interface TypedState {
  typed: true;
}

/**
 * The filters, kept in the page's address. They also have a state of their own: the address follows in a transition,
 * a box that waited for it would lose letters, and two choices in one moment would lose the first.
 */
export function useBrowseFilters(): [BrowseFilters, (change: Partial<BrowseFilters>) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const inAddress = readFilters(search);
  const [filters, setFilters] = useState(inAddress);
  const [seenEntry, setSeenEntry] = useState(location.key);

  // The address changed by something else than the box: a link, the browser's buttons.
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
