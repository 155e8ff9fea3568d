import { AlertDialog } from '@frens/design-system/dialog';
import { useTranslation } from '@frens/platform';

/** Confirms leaving a page with unsaved changes (D63). */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <AlertDialog
      open
      onOpenChange={onStay}
      title={t('unsaved.title')}
      description={t('unsaved.text')}
      cancelLabel={t('unsaved.stay')}
      confirmLabel={t('unsaved.leave')}
      onConfirm={onLeave}
    />
  );
}
