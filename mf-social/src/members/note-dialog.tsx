import { limits } from '@frens/contract/limits';
import { Dialog } from '@frens/design-system/dialog';
import { UserPlusIcon } from '@frens/design-system/icons';
import { Button, FormSummary, Stack, TextArea, useForm, useTranslation } from '@frens/platform';
import type { ConnectWithNoteProps } from './connect-with-note.tsx';

interface NoteDialogProps extends ConnectWithNoteProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Dialog for the note of a request (D20). */
export function NoteDialog({ member: { id, name }, connect, isOpen, onClose }: NoteDialogProps) {
  const { t } = useTranslation('mf-social');
  const form = useForm({
    initial: { note: '' },
    rules: () =>
      import('@frens/contract/connections').then(({ CreateConnectionBody }) =>
        CreateConnectionBody.pick({ note: true }).required(),
      ),
    action: connect,
    onSent: onClose,
    draft: `note:${id}`,
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('connect.note.title', { name })}
      description={t('connect.note.text', { name })}
    >
      <form {...form.props} aria-label={t('connect.note.title', { name })}>
        <Stack>
          <TextArea
            {...form.field('note')}
            label={t('connect.note.field')}
            limit={limits.connectionNote.max}
            data-autofocus=""
          />
          <Button type="submit" icon={<UserPlusIcon />} loading={form.isSending}>
            {t(form.isSending ? 'connect.pending' : 'connect.note.send')}
          </Button>
          <FormSummary form={form} />
        </Stack>
      </form>
    </Dialog>
  );
}
