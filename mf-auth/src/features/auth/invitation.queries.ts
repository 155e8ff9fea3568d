import { api, queryOptions } from '@frens/platform';

/** Public data of an invitation (D45). */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['auth', 'invitation', code],
    queryFn: ({ signal }) => api.call('GET /api/invitations/:code', { params: { code }, signal }),
  });
