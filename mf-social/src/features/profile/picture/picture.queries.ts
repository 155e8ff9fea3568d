import type { Panda, SelfUser } from '@frens/contract';
import {
  api,
  changeData,
  changeItems,
  queryKeys,
  session,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

/** Updates the member everywhere they are cached: in the session, and as owner of their Panda. */
export function cacheSelf(saved: SelfUser): void {
  session.update(saved);
  if (saved.pandaId) changeData<Panda>(queryKeys.panda(saved.pandaId), (panda) => ownedBy(panda, saved));
  changeItems<Panda>(queryKeys.pandas, (panda) => (panda.isMine ? ownedBy(panda, saved) : panda));
}

/** Updates the owner shown with a Panda. */
function ownedBy(panda: Panda, { name, profileImage }: SelfUser): Panda {
  return { ...panda, owner: panda.owner && { ...panda.owner, name, profileImage } };
}

/** Uploads a picture. The upload is idempotent by content, so it needs no idempotency key. */
export function useSavePicture() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (image: Blob) => api.call('POST /api/users/me/image', { upload: { image } }),
    meta: { failureTitle: t('profile.picture.failed') },
    onSuccess(saved) {
      cacheSelf(saved);
      toast({ title: t('profile.picture.saved'), tone: 'success' });
    },
  });
}

/** Removes the picture. */
export function useRemovePicture() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('DELETE /api/users/me/image'),
    meta: { failureTitle: t('profile.picture.removeFailed') },
    onSuccess(saved) {
      cacheSelf(saved);
      toast({ title: t('profile.picture.removed'), tone: 'success' });
    },
  });
}
