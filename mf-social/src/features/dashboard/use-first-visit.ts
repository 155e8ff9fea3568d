import type { FirstSteps, SelfUser } from '@frens/contract';
import { api, queryKeys, queryOptions, safeLocalStorage, useQuery, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';

/** What the member has done of what one does first. */
const firstStepsQuery = queryOptions({
  queryKey: queryKeys.firstSteps,
  queryFn: ({ signal }) => api.call('GET /api/account/first-steps', { signal }),
  // The steps are taken on other pages.
  refetchOnMount: 'always',
});

/** The parameter that brings it back, from the user menu. */
const askedFor = 'welcome';
const keyOf = ({ id }: SelfUser) => `first-visit:${id}`;

// A browser that keeps nothing shows it at each visit until its steps are done.

const isPutAway = (key: string) => safeLocalStorage.read(key) !== null;
const keepPutAway = (key: string) => safeLocalStorage.write(key, 'over');

export interface FirstVisit extends FirstSteps {
  putAway: () => void;
}

/**
 * The first visit of a member until its steps are done or it is put away on this device (D56); null for all later ones.
 * `loading`: it may be one, and is not known yet.
 */
export function useFirstVisit(user: SelfUser): FirstVisit | 'loading' | null {
  const [params, setParams] = useSearchParams();
  const [isOver, setOver] = useState(() => isPutAway(keyOf(user)));
  const isAskedFor = params.has(askedFor);
  const isWanted = user.profileComplete && (isAskedFor || !isOver);
  const { data, isPending } = useQuery({ ...firstStepsQuery, enabled: isWanted });
  const isDone = data ? Object.values(data.steps).every(Boolean) : false;
  const key = keyOf(user);

  useEffect(() => {
    if (isDone) keepPutAway(key);
  }, [isDone, key]);

  if (isWanted && isPending) return 'loading';
  if (!isWanted || !data || (isDone && !isAskedFor)) return null;
  return {
    ...data,
    putAway() {
      keepPutAway(key);
      setOver(true);
      setParams(
        (current) => {
          current.delete(askedFor);
          return current;
        },
        { replace: true },
      );
    },
  };
}
