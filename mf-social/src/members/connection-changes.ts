import type { Connection, Friend, Panda, PendingConnection, Person, PublicUser } from '@frens/contract';
import { friendsQuery } from '@frens/members/queries';
import { addItem, cachedWith, changeData, changeItems, queryKeys } from '@frens/platform';
import { candidatesKey } from '../introductions/introductions.queries.ts';
import { pendingQuery } from './connections.queries.ts';
import { countFriendOnHome, removeWaiting, updateRelationOnHome } from './home-changes.ts';
import { personKey } from './person.queries.ts';

// Cache updates after a change in the relation between two members.

/** Caches a sent request (D20). */
export function cacheRequest({ id, createdAt }: Connection, member: PublicUser, note: string): void {
  const user = related(member, 'outgoing', { id, note, at: createdAt });
  addItem(pendingQuery, { id, direction: 'outgoing', user, note, createdAt });
}

/** Caches a new friendship, whoever sent the request. */
export function cacheFriend({ id }: Connection, member: PublicUser): void {
  // The answer lacks the time; the page shows only the day.
  const since = new Date().toISOString();
  const friend = related(member, 'friend', { id, note: '', at: since });
  uncacheConnection(id, 'answered');
  countFriendOnHome(friend);
  addItem(friendsQuery, { id, friendId: friend.id, friend, since });
}

/** Removes a declined, withdrawn or ended connection from the cache; `answered` means that the request became a friendship. */
export function uncacheConnection(id: string, how: 'ended' | 'answered' = 'ended'): void {
  const without = <Item extends { id: string }>(item: Item) => (item.id === id ? null : item);
  changeItems<PendingConnection>(pendingQuery.queryKey, without);
  changeItems<Friend>(friendsQuery.queryKey, without);
  removeWaiting(id);
  if (how === 'answered') return;
  // The server decides whether a new request is allowed; the page refetches at once to find out.
  changeData<Person>(personKey, (person) =>
    person.connection?.id === id
      ? {
          ...person,
          relation: 'none',
          canConnect: true,
          connection: null,
          conversation: person.conversation && { ...person.conversation, state: 'ended' },
        }
      : person,
  );
}

/** Only the server knows whether a new request is allowed: a person's page refetches at once, lists when they next open. */
export const outdatedByEnd = [
  { queryKey: queryKeys.users },
  { queryKey: personKey },
  { queryKey: candidatesKey },
];

/**
 * Friends see more of each other, and a Panda's score counts its owner's connections (D16, D38). Visible data stays until the page
 * reopens, except that person's page and the candidates for introductions.
 */
export function outdatedByFriendship(friendId: string) {
  const isOfEither = (panda: Panda) => panda.isMine || panda.owner?.id === friendId;
  return [
    { queryKey: queryKeys.users, refetchType: 'none' as const },
    { queryKey: queryKeys.connections, refetchType: 'none' as const },
    { queryKey: ['social', 'in-common'], refetchType: 'none' as const },
    { queryKey: candidatesKey },
    // The notification of the request shows its sender as a friend from now on.
    { queryKey: queryKeys.notifications },
    cachedWith(personKey, (person: Person) => person.id === friendId),
    cachedWith(queryKeys.pandas, isOfEither),
    cachedWith(queryKeys.panda('').slice(0, 1), isOfEither),
  ];
}

/** Queries that a refusal reveals as stale. */
export const doubtedConnections = [
  queryKeys.users,
  queryKeys.connections,
  queryKeys.pendingConnections,
  queryKeys.home,
  personKey,
].map((queryKey) => ({ queryKey }));

function related(
  member: PublicUser,
  relation: 'outgoing' | 'friend',
  connection: Person['connection'],
): PublicUser {
  const changed = { relation, canConnect: false };
  changeItems<PublicUser>(queryKeys.users, (user) =>
    user.id === member.id ? { ...user, ...changed } : user,
  );
  updateRelationOnHome(member.id, changed);
  changeData<Person>(personKey, (person) =>
    person.id === member.id ? { ...person, ...changed, connection } : person,
  );
  return { ...member, ...changed };
}
