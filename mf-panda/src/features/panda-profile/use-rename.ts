import type { CallBody, Panda } from '@frens/contract';
import { api, changeData, changeItems, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { staleLists } from '../../bamboo.queries.ts';

/** Renames the member's own Panda, in every cache (D42). */
export function useRename({ id }: Panda) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: (body: CallBody<'PATCH /api/pandas/:id'>, { idempotencyKey }) =>
      api.call('PATCH /api/pandas/:id', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('profile.rename.failed') },
    onSuccess({ name, renamableFrom }) {
      const renamed = (panda: Panda) => (panda.id === id ? { ...panda, name, renamableFrom } : panda);
      changeData<Panda>(queryKeys.panda(id), renamed);
      changeItems<Panda>(queryKeys.pandas, renamed);
      toast({ title: t('profile.rename.done', { name }), tone: 'success' });
    },
    // A circle's gate may name this Panda.
    outdates: () => [...staleLists, { queryKey: queryKeys.circles }],
    doubts: [{ queryKey: queryKeys.panda(id) }],
  });
}
