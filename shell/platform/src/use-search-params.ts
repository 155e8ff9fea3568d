import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import { renderedQuery } from './current-platform.ts';
import { neverChanges } from './use-is-hydrating.ts';

type Change = URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

/**
 * The query of the address, and what changes it. While a rendered page is hydrated it is the query that the page was rendered for: another one would
 * make React discard what the page shows.
 */
export function useSearchParams(): [
  params: URLSearchParams,
  change: (to: Change, options?: NavigateOptions) => void,
] {
  const { search } = useLocation();
  const shown = useSyncExternalStore(
    neverChanges,
    () => search,
    () => renderedQuery ?? search,
  );
  const params = useMemo(() => new URLSearchParams(shown), [shown]);
  const navigate = useNavigate();
  const change = useCallback(
    (to: Change, options?: NavigateOptions) => {
      const next = typeof to === 'function' ? to(new URLSearchParams(search)) : to;
      void navigate(`?${next}`, options);
    },
    [navigate, search],
  );
  return [params, change];
}
