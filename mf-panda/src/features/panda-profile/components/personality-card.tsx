import type { Panda } from '@frens/contract';
import { Card, Heading, Stack, Text, useTranslation } from '@frens/platform';
import styles from './personality-card.module.css';

/** The Panda's tone and quirks. */
export function PersonalityCard({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const { tone, quirks } = panda.aiPersonality;
  return (
    <Card asChild className={styles.root}>
      <section>
        <Heading level={2} size="md">
          {t('profile.personality.title')}
        </Heading>
        <Stack gap="sm">
          <Heading level={3} size="sm">
            {t('profile.personality.voice')}
          </Heading>
          <p className={styles.tone}>{tone || t('profile.personality.developing')}</p>
        </Stack>
        <Stack gap="sm">
          <Heading level={3} size="sm">
            {t('profile.personality.quirks')}
          </Heading>
          {quirks.length > 0 ? (
            <ul className={styles.quirks}>
              {quirks.map((quirk) => (
                <li key={quirk}>{quirk}</li>
              ))}
            </ul>
          ) : (
            <Text tone="muted">{t('profile.personality.noQuirks')}</Text>
          )}
        </Stack>
      </section>
    </Card>
  );
}
