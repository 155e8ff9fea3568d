import type { PandaContent } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import { useTranslation } from '@frens/platform';
import { useState } from 'react';
import { useDeleteContent } from '../use-content.ts';

interface DeleteContentProps {
  pandaId: string;
  /** The item to delete; null while the dialog is closed. */
  toDelete: PandaContent | null;
  onClose: () => void;
}

/** Confirms before a post or review is deleted. */
export function DeleteContent({ pandaId, toDelete, onClose }: DeleteContentProps) {
  const { t } = useTranslation('mf-panda');
  const remove = useDeleteContent(pandaId);
  // Kept during the closing animation, so that the dialog's text does not change.
  const [last, setLast] = useState(toDelete);
  if (toDelete && toDelete !== last) setLast(toDelete);
  const type = last?.type === 'review' ? 'review' : 'post';
  return (
    <AlertDialog
      open={toDelete !== null}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t(`profile.content.delete.${type}Title`)}
      description={t('profile.content.delete.text')}
      confirmLabel={t('profile.content.delete.confirm')}
      cancelLabel={t('profile.content.delete.cancel')}
      loading={remove.isPending}
      onConfirm={() => {
        if (!toDelete) return;
        remove.run(toDelete, { onSettled: onClose });
      }}
    />
  );
}
