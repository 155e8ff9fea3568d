import type { PandaContent } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import { useTranslation } from '@frens/platform';
import { useState } from 'react';
import { useDeleteContent } from '../use-content.ts';

interface DeleteContentProps {
  pandaId: string;
  /** What is asked about; null while nothing is. */
  asked: PandaContent | null;
  onClose: () => void;
}

/** Asks before a post or review is deleted. */
export function DeleteContent({ pandaId, asked, onClose }: DeleteContentProps) {
  const { t } = useTranslation('mf-panda');
  const remove = useDeleteContent(pandaId);
  // Kept while the dialog closes, so that its words do not change.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  const type = last?.type === 'review' ? 'review' : 'post';
  return (
    <AlertDialog
      open={asked !== null}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t(`profile.content.delete.${type}Title`)}
      description={t('profile.content.delete.text')}
      confirmLabel={t('profile.content.delete.confirm')}
      cancelLabel={t('profile.content.delete.cancel')}
      loading={remove.isPending}
      onConfirm={() => {
        if (!asked) return;
        remove.run(asked, { onSettled: onClose });
      }}
    />
  );
}
