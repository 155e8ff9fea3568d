import type { CirclePage } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import { LogOutIcon, PencilIcon, TrashIcon, UserCheckIcon } from '@frens/design-system/icons';
import { SectionCard } from '@frens/members/section-card';
import { Button, Cluster, Text, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { useLeaveCircle } from '../own-circle.queries.ts';
import type { OwnerTask } from './owner-dialogs.tsx';

/** Actions of a circle's members: leave; for the owner: edit, transfer and delete (D32). */
export function CircleTools({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const isOwner = circle.membership === 'owner';
  return (
    <SectionCard title={t(isOwner ? 'circle.tools.owner' : 'circle.tools.member')} size="sm" tone="sunken">
      {isOwner ? <OwnerTools circle={circle} /> : <LeaveCircle circle={circle} />}
    </SectionCard>
  );
}

function LeaveCircle({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const [isOpen, setOpen] = useState(false);
  const leave = useLeaveCircle(circle);
  const { name, circleType } = circle;
  return (
    <Cluster>
      <Button size="sm" variant="secondary" icon={<LogOutIcon />} onClick={() => setOpen(true)}>
        {t('circle.leave.open')}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        title={t('circle.leave.title', { name })}
        description={t(`circle.leave.text.${circleType}`)}
        confirmLabel={t('circle.leave.confirm')}
        cancelLabel={t('circle.leave.cancel')}
        loading={leave.isPending}
        onConfirm={() => leave.run(undefined, { onError: () => setOpen(false) })}
      />
    </Cluster>
  );
}

const tasks = [
  ['edit', PencilIcon],
  ['transferOwnership', UserCheckIcon],
  ['end', TrashIcon],
] as const;

/** The owner's actions; the code of their dialogs loads on the first press. */
function OwnerTools({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const [task, setTask] = useState<OwnerTask | null>(null);
  const load = useAction({
    send: (_wanted: OwnerTask) => import('./owner-dialogs.tsx'),
    meta: { failureTitle: t('circle.tools.loadFailed') },
    onSuccess: (_module, wanted) => setTask(wanted),
  });
  const Dialogs = load.data?.OwnerDialogs;
  return (
    <>
      <Text size="sm" tone="muted">
        {t('circle.tools.text')}
      </Text>
      <Cluster>
        {tasks.map(([name, Icon]) => (
          <Button
            key={name}
            size="sm"
            variant={name === 'end' ? 'ghost' : 'secondary'}
            icon={<Icon />}
            aria-haspopup="dialog"
            loading={load.isPending && load.variables === name}
            onClick={() => (Dialogs ? setTask(name) : load.run(name))}
          >
            {t(`circle.${name}.open`)}
          </Button>
        ))}
      </Cluster>
      {Dialogs ? <Dialogs circle={circle} task={task} onClose={() => setTask(null)} /> : null}
    </>
  );
}
