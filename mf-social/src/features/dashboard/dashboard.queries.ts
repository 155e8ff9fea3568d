import { friendsQuery } from '@frens/members/queries';
import { itemsOf, useInfiniteQuery } from '@frens/platform';
import { pendingQuery } from '../../members/connections.queries.ts';

/** The member's friends and open requests. */
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
