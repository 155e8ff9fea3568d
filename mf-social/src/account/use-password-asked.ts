import type { SelfUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { ApiError, useQuery } from '@frens/platform';
import { useState } from 'react';
import { placesQuery } from './sessions.queries.ts';

const freshMs = limits.freshSignInMinutes * 60_000;

/**
 * Whether a form must ask for the member's password: whoever has just signed in needs none (D12). What this browser's clock says is
 * only a guess, and until it is made nobody is asked: a field that goes away again may have been typed into. Where the server wants the
 * password all the same, the field comes with what it says.
 *
 * @param field what the form calls the password
 */
export function usePasswordAsked(
  { hasPassword }: SelfUser,
  field: string,
): { isAsked: boolean; onRefused: (error: Error | null) => undefined } {
  const { data: places, isPending } = useQuery(placesQuery);
  const [openedAt] = useState(Date.now);
  const [isWanted, setWanted] = useState(false);
  const here = places?.find(({ current }) => current);
  // A clock that is wrong by more, in either direction, shows nothing.
  const isFresh = here !== undefined && Math.abs(openedAt - Date.parse(here.createdAt)) < freshMs;
  return {
    isAsked: hasPassword && (isWanted || !(isPending || isFresh)),
    onRefused(error) {
      if (error instanceof ApiError && field in error.fields) setWanted(true);
    },
  };
}
