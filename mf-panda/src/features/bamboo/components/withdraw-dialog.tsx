import type { OwnStake } from '@frens/contract';
import { Dialog } from '@frens/design-system/dialog';
import { useTranslation } from '@frens/platform';
import { WithdrawForm } from './withdraw-form.tsx';

/** Dialog to withdraw a stake. */
export function WithdrawDialog({ stake, onClose }: { stake: OwnStake; onClose: () => void }) {
  const { t } = useTranslation('mf-panda');
  const name = stake.panda?.name ?? t('bamboo.leavingPanda');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('bamboo.withdraw.title', { name })}
      description={t('bamboo.withdraw.text')}
    >
      {(close) => <WithdrawForm stake={stake} onDone={close} />}
    </Dialog>
  );
}
