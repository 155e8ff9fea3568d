import type { PublicUser } from '@frens/contract';
import { api, pagedQuery, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { useRefreshConnections } from '../../members/connections.queries.ts';
import { type BrowseFilters, filterQuery } from './browse-filters.ts';

/** Members as the server lists them for the filters. */
export const membersQuery = (filters: BrowseFilters) =>
  pagedQuery([...queryKeys.users, filterQuery(filters)], ({ cursor, signal }) =>
    api.page('GET /api/users', { query: { ...filterQuery(filters), cursor }, signal }),
  );

/** Asks a member for a connection, or accepts theirs when they asked first (D20). */
export function useConnect({ id, name }: Pick<PublicUser, 'id' | 'name'>) {
  const { t } = useTranslation('mf-social');
  const refresh = useRefreshConnections();
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: id }, idempotencyKey }),
    meta: { failureTitle: t('browse.connect.failed') },
    onSuccess: ({ status }) => {
      const text = status === 'accepted' ? 'accepted' : 'requested';
      toast({
        title: t(`browse.${text}.title`),
        description: t(`browse.${text}.description`, { name }),
        tone: 'success',
      });
    },
    // After a refusal too: it says that the list on the page is out of date.
    onSettled: refresh,
  });
}
