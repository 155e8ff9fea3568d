import type { Friend, PendingConnection, PublicUser } from '@frens/contract';
import { friendsQuery } from '@frens/members/queries';
import { changeItems, queryClient, queryKeys } from '@frens/platform';
import { pendingQuery } from '../../members/connections.queries.ts';
import { personKey } from '../../members/person.queries.ts';

/** Removes a reported or blocked person from every cached list (D23). */
export function excludePerson(id: string): void {
  queryClient.removeQueries({ queryKey: personKey, type: 'inactive' });
  changeItems<PublicUser>(queryKeys.users, (user) => (user.id === id ? null : user));
  changeItems<Friend>(friendsQuery.queryKey, (one) => (one.friendId === id ? null : one));
  changeItems<PendingConnection>(pendingQuery.queryKey, (one) => (one.user.id === id ? null : one));
}
