import { useMemo, useSyncExternalStore } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import { renderedQuery } from './current-platform.ts';
import { neverChanges } from './use-is-hydrating.ts';

type Change = URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

/** What was written over an address that is still shown: the router renders it later, and the next change builds on it. */
const written = new WeakMap<object, string>();

/**
 * The URL's query and its setter, whose functional changes build on one another. During hydration it is the query that the
 * page was rendered for: another one would make React discard the page.
 */
export function useSearchParams(): [
  params: URLSearchParams,
  change: (to: Change, options?: NavigateOptions) => void,
] {
  const location = useLocation();
  const { search } = location;
  const shown = useSyncExternalStore(
    neverChanges,
    () => search,
    () => renderedQuery ?? search,
  );
  const params = useMemo(() => new URLSearchParams(shown), [shown]);
  const navigate = useNavigate();
  function change(to: Change, options?: NavigateOptions) {
    const current = new URLSearchParams(written.get(location) ?? search);
    const next = String(typeof to === 'function' ? to(current) : to);
    written.set(location, next);
    void navigate(`?${next}`, options);
  }
  return [params, change];
}
