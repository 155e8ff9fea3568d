import { UserXIcon } from '@frens/design-system/icons';
import { type Action, Button, Notice, Stack, serverText, Text, useTranslation } from '@frens/platform';

/** Explains what blocking does, with its button. */
export function BlockForm({ name, block }: { name: string; block: Action<void, void> }) {
  const { t } = useTranslation('safety');
  return (
    <Stack>
      <Text>{t('block.text', { name })}</Text>
      <Text tone="muted">{t('block.lift')}</Text>
      {block.error && !block.isPending ? <Notice tone="danger">{serverText(block.error)}</Notice> : null}
      <Button variant="danger" icon={<UserXIcon />} loading={block.isPending} onClick={() => block.run()}>
        {t('block.send', { name })}
      </Button>
    </Stack>
  );
}
