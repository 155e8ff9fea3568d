import type { Connection, Friend, Panda, PendingConnection, PublicUser } from '@frens/contract';
import { addItem, cachedWith, changeItems, queryKeys } from '@frens/platform';
import { friendsQuery, pendingQuery } from './connections.queries.ts';

// What a change between two members does to all that is cached and shows how members stand to each other.

/** A request was sent and waits for its answer (D20). */
export function takeRequest({ id, createdAt }: Connection, member: PublicUser): void {
  const user = related(member, 'outgoing');
  addItem(pendingQuery, { id, direction: 'outgoing', user, note: '', createdAt });
}

/** Two members became friends, whoever had asked. */
export function takeFriend({ id }: Connection, member: PublicUser): void {
  const friend = related(member, 'friend');
  endConnection(id);
  // The answer does not say when; the page shows the day alone.
  addItem(friendsQuery, { id, friendId: friend.id, friend, since: new Date().toISOString() });
}

/** A request was declined or withdrawn, or a friendship ended. */
export function endConnection(id: string): void {
  const without = <Item extends { id: string }>(item: Item) => (item.id === id ? null : item);
  changeItems<PendingConnection>(pendingQuery.queryKey, without);
  changeItems<Friend>(friendsQuery.queryKey, without);
}

/** Whether a member may be asked again is not told; the lists are read again when they are opened next. */
export const outdatedByEnd = [{ queryKey: queryKeys.users }];

/** Friends see more of each other, and a Panda's score counts its owner's connections (D16, D38). What is on the page stays until it is opened again. */
export function outdatedByFriendship(friendId: string) {
  const isOfEither = (panda: Panda) => panda.isMine || panda.owner?.id === friendId;
  return [
    { queryKey: queryKeys.users, refetchType: 'none' as const },
    { queryKey: queryKeys.connections, refetchType: 'none' as const },
    cachedWith(queryKeys.pandas, isOfEither),
    cachedWith(queryKeys.panda('').slice(0, 1), isOfEither),
  ];
}

/** What a refusal shows to be out of date. */
export const doubtedConnections = [queryKeys.users, queryKeys.connections, queryKeys.pendingConnections].map(
  (queryKey) => ({ queryKey }),
);

function related(member: PublicUser, relation: 'outgoing' | 'friend'): PublicUser {
  const changed = { ...member, relation, canConnect: false };
  changeItems<PublicUser>(queryKeys.users, (user) => (user.id === member.id ? changed : user));
  return changed;
}
