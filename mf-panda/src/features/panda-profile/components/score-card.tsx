import type { Panda } from '@frens/contract';
import { formatScore } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { Card, currentLanguage, Heading, Text, useTranslation } from '@frens/platform';
import { QuotientParts } from './quotient-parts.tsx';
import styles from './score-card.module.css';

/** The quotient on its scale, and what it is made up of (D38). */
export function ScoreCard({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const max = formatScore(language, String(limits.quotient.max));
  return (
    <Card asChild className={styles.root}>
      <section>
        <div className={styles.now}>
          <Heading level={2} size="md">
            {t('profile.score.title')}
          </Heading>
          <p className={styles.score}>{formatScore(language, panda.frenQuotient)}</p>
          <Text size="sm" tone="muted">
            {t('profile.score.scale', { max })}
          </Text>
        </div>
        <QuotientParts parts={panda.frenQuotientParts} />
      </section>
    </Card>
  );
}
