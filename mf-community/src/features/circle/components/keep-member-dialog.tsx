import type { CircleMember, CirclePage } from '@frens/contract';
import { Dialog } from '@frens/design-system/dialog';
import { Button, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { useBan, useNameRole, useRemoveMember } from '../keep.queries.ts';
import styles from './keep-member-dialog.module.css';

interface KeepMemberDialogProps {
  circle: CirclePage;
  member: CircleMember;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
}

/** Naming, removing and banning a member, each with what follows from it (D32). */
export function KeepMemberDialog({ circle, member, isOpen, onClose, onGone }: KeepMemberDialogProps) {
  const { t } = useTranslation('mf-community');
  const { name } = member.user;
  const [naming, removing, banning] = [useNameRole(circle.id), useRemoveMember(circle.id), useBan(circle.id)];
  const isBusy = naming.isPending || removing.isPending || banning.isPending;
  const role = member.role === 'admin' ? 'member' : 'admin';
  const gone = () => {
    onClose();
    onGone();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={name}
      description={t('circle.keep.text', { circle: circle.name })}
    >
      <ul className={styles.list}>
        {circle.membership === 'owner' ? (
          <Choice
            text={t(`circle.keep.text_${role}`)}
            action={t(`circle.keep.name_${role}`)}
            isBusy={isBusy}
            isRunning={naming.isPending}
            onClick={() => naming.run(member, { onSuccess: onClose })}
          />
        ) : null}
        <Choice
          text={t(`circle.keep.removeText.${circle.circleType}`)}
          action={t('circle.keep.remove')}
          isBusy={isBusy}
          isRunning={removing.isPending}
          onClick={() => removing.run(member, { onSuccess: gone })}
        />
        <Choice
          danger
          text={t('circle.keep.banText')}
          action={t('circle.keep.ban')}
          isBusy={isBusy}
          isRunning={banning.isPending}
          onClick={() => banning.run(member, { onSuccess: gone })}
        />
      </ul>
    </Dialog>
  );
}

interface ChoiceProps {
  text: string;
  action: string;
  danger?: boolean;
  isBusy: boolean;
  isRunning: boolean;
  onClick: () => void;
}

function Choice({ text, action, danger = false, isBusy, isRunning, onClick }: ChoiceProps) {
  const id = useId();
  return (
    <li className={styles.choice}>
      <Text id={id}>{text}</Text>
      <Button
        size="sm"
        variant={danger ? 'danger' : 'secondary'}
        aria-describedby={id}
        disabled={isBusy}
        loading={isRunning}
        onClick={onClick}
      >
        {action}
      </Button>
    </li>
  );
}
