import type { CallBody, Circle } from '@frens/contract';
import {
  addItem,
  api,
  changeItems,
  type ListFilters,
  pagedQuery,
  queryKeys,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

const listKey = [...queryKeys.circles, 'list'] as const;

/** Pages of circles, newest first; `q` lets the server search. */
export const circlesQuery = ({ q }: ListFilters) =>
  pagedQuery([...listKey, { q }], ({ cursor, signal }) =>
    api.page('GET /api/circles', { query: { q, cursor }, signal }),
  );

const allCircles = circlesQuery({ q: '' });

/** Makes a circle, which comes first in the list; whether it fits a search only the server knows. */
export function useCreateCircle() {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles'>, { idempotencyKey }) =>
      api.call('POST /api/circles', { body, idempotencyKey }),
    meta: { failureTitle: t('circles.create.failed'), failureText: 'server' },
    onSuccess: (made) => {
      addItem(allCircles, made);
      toast({ title: t('circles.create.done.title'), description: t('circles.create.done.text') });
    },
    outdates: () => [
      // True because `circlesQuery` ends its keys so.
      { queryKey: listKey, predicate: ({ queryKey }) => (queryKey.at(-1) as ListFilters).q !== '' },
    ],
  });
}

/** Joins one circle; every list that shows it takes the answer. */
export function useJoinCircle(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/join', { params: { id }, body: {}, idempotencyKey }),
    meta: { failureTitle: t('circles.join.failed'), failureText: 'server' },
    onSuccess: (joined) => {
      changeItems<Circle>(listKey, (circle) => (circle.id === joined.id ? joined : circle));
      toast({ title: t('circles.join.done.title'), description: t('circles.join.done.text') });
    },
  });
}
