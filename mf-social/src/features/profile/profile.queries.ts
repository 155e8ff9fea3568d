import type { CallBody, Panda, SelfUser } from '@frens/contract';
import {
  api,
  changeData,
  changeItems,
  queryKeys,
  queryOptions,
  session,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

/** What the edit form sends. */
export type ProfileChanges = CallBody<'PATCH /api/users/:id'>;

/** The member's own Panda. */
export const ownPandaQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.panda(id),
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id', { params: { id }, signal }),
  });

/** Saves the profile; the answer becomes the current user. */
export function useSaveProfile(user: SelfUser) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (changes: ProfileChanges) =>
      api.call('PATCH /api/users/:id', { params: { id: user.id }, body: changes }),
    meta: { failureTitle: t('profile.updateFailed') },
    onSuccess: (saved) => {
      session.update(saved);
      toast({
        title: t('profile.updated.title'),
        description: t('profile.updated.description'),
        tone: 'success',
      });
      if (saved.pandaId) changeData<Panda>(queryKeys.panda(saved.pandaId), (panda) => ownedBy(panda, saved));
      changeItems<Panda>(queryKeys.pandas, (panda) => (panda.isMine ? ownedBy(panda, saved) : panda));
    },
  });
}

/** A Panda is shown with its owner's name. */
function ownedBy(panda: Panda, { name, profileImage }: SelfUser): Panda {
  return { ...panda, owner: panda.owner && { ...panda.owner, name, profileImage } };
}
