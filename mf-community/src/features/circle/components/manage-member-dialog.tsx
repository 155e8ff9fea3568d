import type { CircleMember, CirclePage } from '@frens/contract';
import { AlertDialog, Dialog } from '@frens/design-system/dialog';
import { Button, Text, useTranslation } from '@frens/platform';
import { useId, useState } from 'react';
import { useBan, useRemoveMember, useSetRole } from '../manage-members.queries.ts';
import styles from './manage-member-dialog.module.css';

interface ManageMemberDialogProps {
  circle: CirclePage;
  member: CircleMember;
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
}

/** Changes a member's role, removes or bans them, with the consequences (D32). Removing and banning ask for confirmation. */
export function ManageMemberDialog({ circle, member, isOpen, onClose, onGone }: ManageMemberDialogProps) {
  const { t } = useTranslation('mf-community');
  const { name } = member.user;
  const [naming, removing, banning] = [useSetRole(circle.id), useRemoveMember(circle.id), useBan(circle.id)];
  const isBusy = naming.isPending || removing.isPending || banning.isPending;
  const [toConfirm, setToConfirm] = useState<'remove' | 'ban' | null>(null);
  const consequence = {
    remove: t(`circle.keep.removeText.${circle.circleType}`),
    ban: t('circle.keep.banText'),
  };
  const role = member.role === 'admin' ? 'member' : 'admin';
  const takeOut = (act: typeof removing) =>
    act.run(member, {
      onSuccess() {
        setToConfirm(null);
        onClose();
        onGone();
      },
      onError: () => setToConfirm(null),
    });
  return (
    <>
      <Dialog
        open={isOpen && toConfirm === null}
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
            text={consequence.remove}
            action={t('circle.keep.remove')}
            isBusy={isBusy}
            onClick={() => setToConfirm('remove')}
          />
          <Choice
            danger
            text={consequence.ban}
            action={t('circle.keep.ban')}
            isBusy={isBusy}
            onClick={() => setToConfirm('ban')}
          />
        </ul>
      </Dialog>
      {toConfirm ? (
        <AlertDialog
          open={isOpen}
          onOpenChange={({ open }) => (open ? undefined : setToConfirm(null))}
          title={t(`circle.keep.title_${toConfirm}`, { name })}
          description={consequence[toConfirm]}
          confirmLabel={t(`circle.keep.${toConfirm}`)}
          cancelLabel={t('circle.keep.cancel')}
          loading={isBusy}
          onConfirm={() => takeOut(toConfirm === 'ban' ? banning : removing)}
        />
      ) : null}
    </>
  );
}

interface ChoiceProps {
  text: string;
  action: string;
  danger?: boolean;
  isBusy: boolean;
  isRunning?: boolean;
  onClick: () => void;
}

function Choice({ text, action, danger = false, isBusy, isRunning = false, onClick }: ChoiceProps) {
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
