import type { Panda } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { Button, Cluster, FormSummary, Stack, TextField, useForm, useTranslation } from '@frens/platform';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useRename } from '../use-rename.ts';

/** Renames the member's own Panda. */
export function RenameForm({ panda, onClose }: { panda: Panda; onClose: () => void }) {
  const { t } = useTranslation('mf-panda');
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { name: panda.name },
    rules: () => import('@frens/contract/pandas').then(({ RenamePandaBody }) => RenamePandaBody),
    action: useRename(panda),
    onSent: onClose,
    draft: `panda-name:${panda.id}`,
  });
  const isOther = form.values.name.trim() !== panda.name;

  useEffect(() => field.current?.select(), []);

  function cancel() {
    form.reset();
    onClose();
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' && !form.isSending) cancel();
  }

  return (
    <form {...form.props} aria-label={t('profile.rename.form', { name: panda.name })}>
      <Stack gap="sm">
        <TextField
          ref={field}
          {...form.field('name')}
          label={t('profile.rename.label')}
          hint={t('profile.rename.hint', { days: limits.pandaName.days })}
          limit={limits.pandaName.max}
          autoComplete="off"
          onKeyDown={handleKeyDown}
        />
        <Cluster gap="sm">
          <Button type="submit" size="sm" disabled={!isOther} loading={form.isSending}>
            {t('profile.rename.send')}
          </Button>
          <Button size="sm" variant="secondary" disabled={form.isSending} onClick={cancel}>
            {t('profile.rename.cancel')}
          </Button>
        </Cluster>
        <FormSummary form={form} />
      </Stack>
    </form>
  );
}
