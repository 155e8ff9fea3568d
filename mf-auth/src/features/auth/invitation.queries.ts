import { api, queryOptions } from '@frens/platform';

/** What an invitation tells whoever comes through it (D45). */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['auth', 'invitation', code],
    queryFn: ({ signal }) => api.call('GET /api/invitations/:code', { params: { code }, signal }),
  });
