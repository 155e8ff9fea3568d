import type { Connection, Friend, Panda, PendingConnection, Person, PublicUser } from '@frens/contract';
import { friendsQuery } from '@frens/members/queries';
import { addItem, cachedWith, changeData, changeItems, queryKeys } from '@frens/platform';
import { candidatesKey } from '../introductions/introductions.queries.ts';
import { pendingQuery } from './connections.queries.ts';
import { countFriendOnHome, relateOnHome, settleWaiting } from './home-changes.ts';
import { personKey } from './person.queries.ts';

// What a change between two members does to all that is cached and shows how members stand to each other.

/** A request was sent and waits for its answer (D20). */
export function takeRequest({ id, createdAt }: Connection, member: PublicUser, note: string): void {
  const user = related(member, 'outgoing', { id, note, at: createdAt });
  addItem(pendingQuery, { id, direction: 'outgoing', user, note, createdAt });
}

/** Two members became friends, whoever had asked. */
export function takeFriend({ id }: Connection, member: PublicUser): void {
  // The answer does not say when; the page shows the day alone.
  const since = new Date().toISOString();
  const friend = related(member, 'friend', { id, note: '', at: since });
  endConnection(id, 'answered');
  countFriendOnHome(friend);
  addItem(friendsQuery, { id, friendId: friend.id, friend, since });
}

/** A request was declined or withdrawn, or a friendship ended; or the request was `answered` and lives on as a friendship. */
export function endConnection(id: string, how: 'ended' | 'answered' = 'ended'): void {
  const without = <Item extends { id: string }>(item: Item) => (item.id === id ? null : item);
  changeItems<PendingConnection>(pendingQuery.queryKey, without);
  changeItems<Friend>(friendsQuery.queryKey, without);
  settleWaiting(id);
  if (how === 'answered') return;
  // Whether they may be asked again is told when the page is read again, which is at once.
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

/** Whether a member may be asked again is not told: the page of a person is read again at once, the lists when they are opened next. */
export const outdatedByEnd = [
  { queryKey: queryKeys.users },
  { queryKey: personKey },
  { queryKey: candidatesKey },
];

/**
 * Friends see more of each other, and a Panda's score counts its owner's connections (D16, D38). What is on the page stays until it is
 * opened again, but for the page of that very person and whom the member could introduce.
 */
export function outdatedByFriendship(friendId: string) {
  const isOfEither = (panda: Panda) => panda.isMine || panda.owner?.id === friendId;
  return [
    { queryKey: queryKeys.users, refetchType: 'none' as const },
    { queryKey: queryKeys.connections, refetchType: 'none' as const },
    { queryKey: ['social', 'in-common'], refetchType: 'none' as const },
    { queryKey: candidatesKey },
    // Whoever asked is told of as a friend.
    { queryKey: queryKeys.notifications },
    cachedWith(personKey, (person: Person) => person.id === friendId),
    cachedWith(queryKeys.pandas, isOfEither),
    cachedWith(queryKeys.panda('').slice(0, 1), isOfEither),
  ];
}

/** What a refusal shows to be out of date. */
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
  relateOnHome(member.id, changed);
  changeData<Person>(personKey, (person) =>
    person.id === member.id ? { ...person, ...changed, connection } : person,
  );
  return { ...member, ...changed };
}
