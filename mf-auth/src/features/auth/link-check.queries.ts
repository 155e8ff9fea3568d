import type { CallBody } from '@frens/contract';
import { api, queryOptions, useQuery } from '@frens/platform';

type LinkToCheck = CallBody<'POST /api/auth/link/check'>;

/** Not kept longer than its page: the key holds what the link is worth. */
const linkCheckQuery = (link: LinkToCheck) =>
  queryOptions({
    queryKey: ['auth', 'link-check', link],
    queryFn: ({ signal }) => api.call('POST /api/auth/link/check', { body: link, signal }),
    gcTime: 0,
  });

/**
 * Whether a link that waits for its reader still works, which spends nothing (docs/decisions/0093). Where that could not be found out,
 * it counts as one that does: using it will tell.
 *
 * @param link null: there is none to look at
 */
export function useLinkCheck(link: LinkToCheck | null): 'checking' | 'usable' | 'done' | 'dead' {
  const { data, isLoading } = useQuery({
    ...linkCheckQuery(link ?? { purpose: 'reset', token: '' }),
    enabled: link !== null,
  });
  if (isLoading) return 'checking';
  if (data?.isDone) return 'done';
  return data?.isUsable === false ? 'dead' : 'usable';
}
