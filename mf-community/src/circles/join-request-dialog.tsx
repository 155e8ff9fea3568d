import type { Circle } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { Dialog } from '@frens/design-system/dialog';
import { Button, FormSummary, Stack, TextArea, useForm, useTranslation } from '@frens/platform';
import { useRequestToJoin } from './circles.queries.ts';

interface JoinRequestDialogProps {
  circle: Pick<Circle, 'id' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
}

/** Requests to join, with a note. */
export function JoinRequestDialog({ circle: { id, name }, isOpen, onClose }: JoinRequestDialogProps) {
  const { t } = useTranslation('mf-community');
  const form = useForm({
    initial: { note: '' },
    rules: () => import('@frens/contract/circles').then(({ AskCircleBody }) => AskCircleBody),
    action: useRequestToJoin(id, onClose),
    draft: `ask:${id}`,
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('circles.ask.title', { name })}
      description={t('circles.ask.text')}
    >
      <form {...form.props} aria-label={t('circles.ask.title', { name })}>
        <Stack>
          <TextArea
            {...form.field('note')}
            label={t('circles.ask.note')}
            hint={t('circles.ask.hint')}
            limit={limits.connectionNote.max}
            data-autofocus=""
          />
          <Button type="submit" loading={form.isSending}>
            {t('circles.ask.send')}
          </Button>
          <FormSummary form={form} />
        </Stack>
      </form>
    </Dialog>
  );
}
