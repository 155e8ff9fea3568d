import type { PublicUser } from '@frens/contract';
import { api, pagedQuery, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import {
  doubtedConnections,
  outdatedByFriendship,
  takeFriend,
  takeRequest,
} from '../../members/connection-changes.ts';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** Members as the server lists them for the filters. */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', { query: { ...filterQuery(filters), cursor }, signal }),
  );

/** Asks a member for a connection, or accepts theirs when they asked first (D20). */
export function useConnect(member: PublicUser) {
  const { t } = useTranslation('mf-social');
  const { id, name } = member;
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: id }, idempotencyKey }),
    meta: { failureTitle: t('browse.connect.failed') },
    onSuccess(connection) {
      const isFriend = connection.status === 'accepted';
      if (isFriend) takeFriend(connection, member);
      else takeRequest(connection, member);
      const text = isFriend ? 'accepted' : 'requested';
      toast({
        title: t(`browse.${text}.title`),
        description: t(`browse.${text}.description`, { name }),
        tone: 'success',
      });
    },
    outdates: ({ status }) => (status === 'accepted' ? outdatedByFriendship(id) : []),
    doubts: doubtedConnections,
  });
}
