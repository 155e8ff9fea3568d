import type { FirstSteps, SelfUser } from '@frens/contract';
import { safeLocalStorage, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';

/** The parameter that brings it back, from the user menu. */
const askedFor = 'welcome';
const keyOf = ({ id }: SelfUser) => `first-visit:${id}`;

// A browser that keeps nothing shows it at each visit until its steps are done.

const over = 'over';
const isPutAway = (key: string) => safeLocalStorage.read(key) === over;
const keepPutAway = (key: string) => safeLocalStorage.write(key, over);

type Steps = FirstSteps['steps'];

export interface FirstVisit extends FirstSteps {
  /** What was done since this browser showed the steps last: all of them, or the first friend came. Null for none, and for who had done it before. */
  reached: 'all' | 'fren' | null;
  putAway: () => void;
}

/** Steps as this browser showed them last; null before it did, or where that cannot be read. */
function readShownSteps(key: string): Partial<Steps> | null {
  const kept = safeLocalStorage.read(key);
  return kept === null || kept === over
    ? null
    : Object.fromEntries(kept.split(' ').map((name) => [name, true]));
}

function writeShownSteps(key: string, steps: Steps): void {
  const done = Object.entries(steps).flatMap(([name, isDone]) => (isDone ? [name] : []));
  safeLocalStorage.write(key, done.join(' '));
}

/**
 * The first visit of a member until its steps are done or it is put away on this device (D56); null for all later ones.
 * `loading`: it may be one, and is not known yet.
 *
 * @param data once the home has told it
 */
export function useFirstVisit(
  user: SelfUser,
  data: FirstSteps | undefined,
  isPending: boolean,
): FirstVisit | 'loading' | null {
  const [params, setParams] = useSearchParams();
  const [isOver, setOver] = useState(() => isPutAway(keyOf(user)));
  const [shown] = useState(() => readShownSteps(keyOf(user)));
  const isAskedFor = params.has(askedFor);
  const isWanted = user.profileComplete && (isAskedFor || !isOver);
  const isDone = data ? Object.values(data.steps).every(Boolean) : false;
  const key = keyOf(user);

  // What is reached is celebrated on this visit of the page, and no other.
  useEffect(() => {
    if (isDone) keepPutAway(key);
    else if (data && !isPutAway(key)) writeShownSteps(key, data.steps);
  }, [isDone, data, key]);

  if (isWanted && isPending) return 'loading';
  const reached =
    shown && data && !isAskedFor ? (isDone ? 'all' : data.steps.fren && !shown.fren ? 'fren' : null) : null;
  if (!isWanted || !data || (isDone && !isAskedFor && !reached)) return null;
  return {
    ...data,
    reached,
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
