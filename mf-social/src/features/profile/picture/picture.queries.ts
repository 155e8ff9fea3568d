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

/** Shows the member as they are now, wherever they are shown: in the frame, and beside their Panda. */
export function showSelf(saved: SelfUser): void {
  session.update(saved);
  if (saved.pandaId) changeData<Panda>(queryKeys.panda(saved.pandaId), (panda) => ownedBy(panda, saved));
  changeItems<Panda>(queryKeys.pandas, (panda) => (panda.isMine ? ownedBy(panda, saved) : panda));
}

/** A Panda is shown with its owner's name. */
function ownedBy(panda: Panda, { name, profileImage }: SelfUser): Panda {
  return { ...panda, owner: panda.owner && { ...panda.owner, name, profileImage } };
}

/** Sends a picture. The same one twice is one picture, so it needs no key of its own. */
export function useSavePicture() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (image: Blob) => api.call('POST /api/users/me/image', { upload: { image } }),
    meta: { failureTitle: t('profile.picture.failed') },
    onSuccess(saved) {
      showSelf(saved);
      toast({ title: t('profile.picture.saved'), tone: 'success' });
    },
  });
}

/** Takes the picture away. */
export function useRemovePicture() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('DELETE /api/users/me/image'),
    meta: { failureTitle: t('profile.picture.removeFailed') },
    onSuccess(saved) {
      showSelf(saved);
      toast({ title: t('profile.picture.removed'), tone: 'success' });
    },
  });
}
