import type { ListedUser } from '@frens/contract';
import { safeLocalStorage } from '@frens/platform';
import { useEffect, useState } from 'react';

/** Number of people shown. A member shown ten times without a reaction goes to the end for thirty days (D70). */
const [shown, tooOften, days] = [3, 10, 30];
const key = 'home-people';

/** Per member id: how often they were shown, and since when (milliseconds since the epoch). */
type Views = Record<string, [times: number, since: number]>;

function readViews(): Views {
  try {
    // Safe: only this module writes the key; manual edits need no handling.
    const views = JSON.parse(safeLocalStorage.read(key) ?? '{}') as Views;
    const oldest = Date.now() - days * 86_400_000;
    return Object.fromEntries(Object.entries(views).filter(([, [, since]]) => since > oldest));
  } catch {
    return {};
  }
}

/** The suggested people of this visit. Only local storage keeps the counts; the server never learns them. */
export function useShownPeople(people: readonly ListedUser[]): ListedUser[] {
  const [views] = useState(readViews);
  const isOverexposed = ({ id, relation }: ListedUser) =>
    Number(relation === 'none' && (views[id]?.[0] ?? 0) >= tooOften);
  const chosen = people.toSorted((one, other) => isOverexposed(one) - isOverexposed(other)).slice(0, shown);
  const ids = chosen.map(({ id }) => id).join(' ');
  useEffect(() => {
    const after = { ...views };
    for (const id of ids.split(' ').filter(Boolean)) {
      const [times, since] = views[id] ?? [0, Date.now()];
      after[id] = [times + 1, since];
    }
    safeLocalStorage.write(key, JSON.stringify(after));
  }, [views, ids]);
  return chosen;
}
