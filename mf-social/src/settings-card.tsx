import { Card, Heading, Stack, Text, useTranslation } from '@frens/platform';
import { type ReactNode, useId } from 'react';

interface SettingsCardProps {
  /** Where the card's `title` and `text` stand. */
  texts: string;
  children: ReactNode;
}

/** Settings that belong together. */
export function SettingsCard({ texts, children }: SettingsCardProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <Stack gap="lg">
          <Stack gap="xs">
            <Heading level={2} size="md" id={title}>
              {t(`${texts}.title`)}
            </Heading>
            <Text tone="muted">{t(`${texts}.text`)}</Text>
          </Stack>
          {children}
        </Stack>
      </section>
    </Card>
  );
}
