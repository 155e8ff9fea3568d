import type { PublicUser } from '@frens/contract';
import { NoteIcon } from '@frens/design-system/icons';
import { IconButton, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
import type { useConnect } from './connect.queries.ts';

export interface ConnectWithNoteProps {
  member: PublicUser;
  connect: ReturnType<typeof useConnect>;
}

/** Sends a request with a note. The dialog's code loads on the first press. */
export function ConnectWithNote({ member, connect }: ConnectWithNoteProps) {
  const { t } = useTranslation('mf-social');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./note-dialog.tsx'),
    meta: { failureTitle: t('connect.note.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.NoteDialog;
  return (
    <>
      <IconButton
        variant="secondary"
        label={t('connect.note.label', { name: member.name })}
        title={t('connect.note.title', { name: member.name })}
        aria-haspopup="dialog"
        disabled={connect.isPending}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        <NoteIcon />
      </IconButton>
      {Dialog ? (
        <Dialog member={member} connect={connect} isOpen={isOpen} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
