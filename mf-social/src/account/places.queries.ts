import { api, queryOptions, toast, useAction, useQueryClient, useTranslation } from '@frens/platform';

/** Where the member is signed in, this browser first. */
export const placesQuery = queryOptions({
  queryKey: ['social', 'places'],
  queryFn: ({ signal }) => api.call('GET /api/sessions', { signal }),
});

/** Signs out in one place, or in all but this one (D11). It lasts until the list is fresh, refused or not. */
export function useEndPlace() {
  const { t } = useTranslation('mf-social');
  const client = useQueryClient();
  return useAction({
    send: (place: { id: string } | 'others') =>
      place === 'others'
        ? api.call('POST /api/sessions/revoke-others')
        : api.call('DELETE /api/sessions/:id', { params: place }),
    lockBy: (place) => (place === 'others' ? place : place.id),
    meta: { failureTitle: t('account.places.endFailed') },
    onSuccess: (_answer, place) =>
      toast({
        title: t(place === 'others' ? 'account.places.othersEnded' : 'account.places.ended'),
        tone: 'success',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: placesQuery.queryKey }),
  });
}
