import type { Person } from '@frens/contract';
import { CircleAlertIcon } from '@frens/design-system/icons';
import { Button, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';

/** The way to tell the moderators about a person; its dialog comes when it is first wanted. */
export function ReportPerson({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./report-dialog.tsx'),
    meta: { failureTitle: t('person.report.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.ReportDialog;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<CircleAlertIcon />}
        aria-haspopup="dialog"
        loading={load.isPending}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        {t('person.report.open', { name: person.name })}
      </Button>
      {Dialog ? <Dialog person={person} isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
