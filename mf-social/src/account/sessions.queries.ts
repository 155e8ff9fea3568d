import type { SignedInPlace } from '@frens/contract';
import { api, changeData, queryOptions, toast, useAction, useTranslation } from '@frens/platform';

/** The member's sessions, this browser's first. */
export const sessionsQuery = queryOptions({
  queryKey: ['social', 'places'],
  queryFn: ({ signal }) => api.call('GET /api/sessions', { signal }),
});

/** Removes ended sessions from the cached list. */
export function filterSessions(isKept: (place: SignedInPlace) => boolean): void {
  changeData<SignedInPlace[]>(sessionsQuery.queryKey, (places) => places.filter(isKept));
}

/** Ends one session, or all except this browser's (D11). */
export function useEndSession() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (place: { id: string } | 'others') =>
      place === 'others'
        ? api.call('POST /api/sessions/revoke-others')
        : api.call('DELETE /api/sessions/:id', { params: place }),
    lockBy: (place) => (place === 'others' ? place : place.id),
    meta: { failureTitle: t('account.places.endFailed') },
    onSuccess(_answer, ended) {
      filterSessions((place) => (ended === 'others' ? place.current : place.id !== ended.id));
      toast({
        title: t(ended === 'others' ? 'account.places.othersEnded' : 'account.places.ended'),
        tone: 'success',
      });
    },
    doubts: [sessionsQuery],
  });
}
