import { useLocation, useSearchParams } from '@frens/platform';
import { useState } from 'react';
import { type BrowseFilters, readFilters, writeFilters } from './browse-filters.ts';

/** Marks an entry of the browser's history whose text came from the search box. */
interface TypedState {
  typed: true;
}

/**
 * The filters, kept in the page's address. The text also has a state of its own: the address follows in a transition,
 * and a box that waited for it would lose letters.
 */
export function useBrowseFilters(): [BrowseFilters, (change: Partial<BrowseFilters>) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const inAddress = readFilters(search);
  const [text, setText] = useState(inAddress.q);
  const [seenEntry, setSeenEntry] = useState(location.key);

  // The address changed by something else than the box: a link, the browser's buttons.
  if (location.key !== seenEntry) {
    setSeenEntry(location.key);
    if (!isTyped(location.state)) setText(inAddress.q);
  }

  const filters = { ...inAddress, q: text };
  const change = (part: Partial<BrowseFilters>) => {
    const next = { ...filters, ...part };
    setText(next.q);
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
