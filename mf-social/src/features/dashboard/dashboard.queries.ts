import { friendsQuery, itemsOf, pagedList, useInfiniteQuery } from '@frens/platform';
import { madeQuery, receivedQuery } from '../../introductions/introductions.queries.ts';
import { pendingQuery } from '../../members/connections.queries.ts';

/** Friends and open requests of the member, as the dashboard shows them. */
export function useConnections() {
  const friends = useInfiniteQuery(friendsQuery);
  const pending = useInfiniteQuery(pendingQuery);
  return {
    friends: itemsOf(friends.data),
    pending: itemsOf(pending.data),
    error: friends.data && pending.data ? null : (friends.error ?? pending.error),
    moreFriends: friends,
    morePending: pending,
    retry: () => {
      if (friends.isError) void friends.refetch();
      if (pending.isError) void pending.refetch();
    },
  };
}

export type Connections = ReturnType<typeof useConnections>;

/** Introductions of the member, and those that the member made. */
export function useMatches() {
  return {
    received: pagedList(useInfiniteQuery(receivedQuery)),
    made: pagedList(useInfiniteQuery(madeQuery)),
  };
}

export type Matches = ReturnType<typeof useMatches>;
