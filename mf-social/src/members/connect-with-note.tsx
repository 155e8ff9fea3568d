import type { PublicUser } from '@frens/contract';
import { NoteIcon } from '@frens/design-system/icons';
import { IconButton, useLazyDialog, useTranslation } from '@frens/platform';
import type { useConnect } from './connect.queries.ts';

export interface ConnectWithNoteProps {
  member: PublicUser;
  connect: ReturnType<typeof useConnect>;
}

/** Sends a request with a note. The dialog's code loads on the first press. */
export function ConnectWithNote({ member, connect }: ConnectWithNoteProps) {
  const { t } = useTranslation('mf-social');
  const dialog = useLazyDialog(() => import('./note-dialog.tsx'), t('connect.note.loadFailed'));
  const NoteDialog = dialog.module?.NoteDialog;
  return (
    <>
      <IconButton
        variant="secondary"
        label={t('connect.note.label', { name: member.name })}
        title={t('connect.note.title', { name: member.name })}
        disabled={connect.isPending}
        {...dialog.opener}
      >
        <NoteIcon />
      </IconButton>
      {NoteDialog ? (
        <NoteDialog member={member} connect={connect} isOpen={dialog.isOpen} onClose={dialog.close} />
      ) : null}
    </>
  );
}
