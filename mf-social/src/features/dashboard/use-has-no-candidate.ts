import type { Friend, MatchCandidate } from '@frens/contract';
import { useQueryClient } from '@frens/platform';
import { useSyncExternalStore } from 'react';
import { candidatesQuery } from '../../introductions/introductions.queries.ts';

/** Whether it is known of each of these friends that nobody fits them; what their cards ask for is read, and nothing asked for. */
export function useHasNoCandidate(friends: readonly Friend[]): boolean {
  const client = useQueryClient();
  const hasNone = () =>
    friends.every(({ friend }) => {
      const state = client.getQueryState<MatchCandidate[]>(candidatesQuery(friend.id).queryKey);
      return state?.status === 'error' || state?.data?.length === 0;
    });
  return useSyncExternalStore(
    (listen) => client.getQueryCache().subscribe(listen),
    hasNone,
    () => false,
  );
}
