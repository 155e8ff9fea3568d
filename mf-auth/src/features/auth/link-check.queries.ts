import type { CallBody } from '@frens/contract';
import { api, queryOptions, useQuery } from '@frens/platform';

type LinkToCheck = CallBody<'POST /api/auth/link/check'>;

/** Not cached beyond its page, because the key holds the token. */
const linkCheckQuery = (link: LinkToCheck) =>
  queryOptions({
    queryKey: ['auth', 'link-check', link],
    queryFn: ({ signal }) => api.call('POST /api/auth/link/check', { body: link, signal }),
    gcTime: 0,
  });

/**
 * Whether a link that awaits a press still works, without redeeming it (docs/decisions/0093). If the check fails, the link counts
 * as usable, and redeeming it reveals the outcome.
 *
 * @param link null to skip the check
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
