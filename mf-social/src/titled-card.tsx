import { Card, Heading, Stack, Text, type TextSection, useTranslation } from '@frens/platform';
import { type ReactNode, useId } from 'react';

interface TitledCardProps {
  /** Where the card's `title` and `text` stand. */
  texts: TextSection<'mf-social', 'title' | 'text'>;
  children: ReactNode;
}

/** What belongs together, under a title and a sentence. */
export function TitledCard({ texts, children }: TitledCardProps) {
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
