import type { SelfUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { ApiError, useQuery } from '@frens/platform';
import { useState } from 'react';
import { sessionsQuery } from './sessions.queries.ts';

const freshMs = limits.freshSignInMinutes * 60_000;

/**
 * Whether a form must ask for the password: a fresh sign-in needs none (D12). The browser's clock only allows a guess. The form hides
 * the field until the sessions have loaded, because a field that disappears may already hold text. If the server demands the password
 * after all, the field appears with the server's message.
 *
 * @param field name of the password field in the form
 */
export function usePasswordPrompt(
  { hasPassword }: SelfUser,
  field: string,
): { isAsked: boolean; onRefused: (error: Error | null) => undefined } {
  const { data: places, isPending } = useQuery(sessionsQuery);
  const [openedAt] = useState(Date.now);
  const [isWanted, setWanted] = useState(false);
  const here = places?.find(({ current }) => current);
  // A clock that is off by more than `freshMs`, in either direction, makes the form ask.
  const isFresh = here !== undefined && Math.abs(openedAt - Date.parse(here.createdAt)) < freshMs;
  return {
    isAsked: hasPassword && (isWanted || !(isPending || isFresh)),
    onRefused(error) {
      if (error instanceof ApiError && field in error.fields) setWanted(true);
    },
  };
}
