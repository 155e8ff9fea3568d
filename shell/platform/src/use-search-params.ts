import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import { renderedQuery } from './current-platform.ts';
import { neverChanges } from './use-is-hydrating.ts';

type Change = URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

/**
 * The URL's query and its setter. During hydration it is the query that the page was rendered for: another one would
 * make React discard the page.
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
