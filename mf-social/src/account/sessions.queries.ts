import type { SignedInPlace } from '@frens/contract';
import { api, changeData, queryOptions, toast, useAction, useTranslation } from '@frens/platform';

/** Where the member is signed in, this browser first. */
export const placesQuery = queryOptions({
  queryKey: ['social', 'places'],
  queryFn: ({ signal }) => api.call('GET /api/sessions', { signal }),
});

/** Takes places that were ended from the list. */
export function keepPlaces(isKept: (place: SignedInPlace) => boolean): void {
  changeData<SignedInPlace[]>(placesQuery.queryKey, (places) => places.filter(isKept));
}

/** Signs out in one place, or in all but this one (D11). */
export function useEndPlace() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (place: { id: string } | 'others') =>
      place === 'others'
        ? api.call('POST /api/sessions/revoke-others')
        : api.call('DELETE /api/sessions/:id', { params: place }),
    lockBy: (place) => (place === 'others' ? place : place.id),
    meta: { failureTitle: t('account.places.endFailed') },
    onSuccess(_answer, ended) {
      keepPlaces((place) => (ended === 'others' ? place.current : place.id !== ended.id));
      toast({
        title: t(ended === 'others' ? 'account.places.othersEnded' : 'account.places.ended'),
        tone: 'success',
      });
    },
    doubts: [placesQuery],
  });
}
