import type { CallBody, Circle } from '@frens/contract';
import {
  api,
  type ListFilters,
  pagedQuery,
  queryKeys,
  toast,
  useAction,
  useQueryClient,
  useTranslation,
} from '@frens/platform';

const listKey = [...queryKeys.circles, 'list'] as const;

/** Pages of circles, newest first; `q` lets the server search. */
export const circlesQuery = ({ q }: ListFilters) =>
  pagedQuery([...listKey, { q }], ({ cursor, signal }) =>
    api.page('GET /api/circles', { query: { q, cursor }, signal }),
  );

/** Makes a circle and refreshes the list. */
export function useCreateCircle() {
  const { t } = useTranslation('mf-community');
  const client = useQueryClient();
  return useAction({
    send: (body: CallBody<'POST /api/circles'>, { idempotencyKey }) =>
      api.call('POST /api/circles', { body, idempotencyKey }),
    meta: { failureTitle: t('circles.create.failed'), failureText: 'server' },
    onSuccess: () => {
      toast({ title: t('circles.create.done.title'), description: t('circles.create.done.text') });
      return client.invalidateQueries({ queryKey: listKey });
    },
  });
}

/** Joins one circle; its card takes the answer at once, then the list is refreshed. */
export function useJoinCircle(id: string) {
  const { t } = useTranslation('mf-community');
  const client = useQueryClient();
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/join', { params: { id }, body: {}, idempotencyKey }),
    meta: { failureTitle: t('circles.join.failed'), failureText: 'server' },
    onSuccess: (joined) => {
      client.setQueriesData<{ pages: { items: Circle[] }[] }>({ queryKey: listKey }, (list) =>
        list
          ? { ...list, pages: list.pages.map((page) => ({ ...page, items: replaced(page.items, joined) })) }
          : list,
      );
      toast({ title: t('circles.join.done.title'), description: t('circles.join.done.text') });
      return client.invalidateQueries({ queryKey: listKey });
    },
  });
}

function replaced(circles: readonly Circle[], circle: Circle): Circle[] {
  return circles.map((other) => (other.id === circle.id ? circle : other));
}
