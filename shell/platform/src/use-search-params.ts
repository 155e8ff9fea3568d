import {
  startTransition,
  useCallback,
  useInsertionEffect,
  useMemo,
  useOptimistic,
  useRef,
  useSyncExternalStore,
} from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import { renderedQuery } from './current-platform.ts';
import { neverChanges } from './use-is-hydrating.ts';

type Change = URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

/** What was written over an address that is still shown: the router renders it later, and the next change builds on it. */
const written = new WeakMap<object, string>();

/**
 * The URL's query and its setter, which stays the same function. Its changes show here at once, where the router renders the address later with the
 * frame; functional ones build on one another. During hydration it is the query that the page was rendered for: another one would make React discard
 * the page.
 */
export function useSearchParams(): [
  params: URLSearchParams,
  change: (to: Change, options?: NavigateOptions) => void,
] {
  const location = useLocation();
  const { search } = location;
  const rendered = useSyncExternalStore(
    neverChanges,
    () => search,
    () => renderedQuery ?? search,
  );
  const [shown, show] = useOptimistic(rendered);
  const params = useMemo(() => new URLSearchParams(shown), [shown]);
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  useInsertionEffect(() => {
    latest.current = { location, navigate };
  });
  const change = useCallback(
    (to: Change, options?: NavigateOptions) => {
      const { location: from, navigate: go } = latest.current;
      const current = new URLSearchParams(written.get(from) ?? from.search);
      const next = String(typeof to === 'function' ? to(current) : to);
      written.set(from, next);
      // As the router will tell it, so that its address changes nothing more.
      startTransition(() => show(next && `?${next}`));
      void go(`?${next}`, options);
    },
    [show],
  );
  return [params, change];
}
