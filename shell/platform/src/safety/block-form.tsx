import { Button, Notice, Stack, Text } from '@frens/design-system';
import { UserXIcon } from '@frens/design-system/icons';
import { errorText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import type { Action } from '../use-action.ts';

/** What a block does, and the button for it. */
export function BlockForm({ name, block }: { name: string; block: Action<void, void> }) {
  const { t } = useTranslation('shell');
  return (
    <Stack>
      <Text>{t('safety.block.text', { name })}</Text>
      <Text tone="muted">{t('safety.block.lift')}</Text>
      {block.error && !block.isPending ? <Notice tone="danger">{errorText(block.error)}</Notice> : null}
      <Button variant="danger" icon={<UserXIcon />} loading={block.isPending} onClick={() => block.run()}>
        {t('safety.block.send', { name })}
      </Button>
    </Stack>
  );
}
