import { Card, EmptyState, Heading, PandaScene, useTranslation } from '@frens/platform';
import { useId } from 'react';

/** "Your Match Requests". */
export function MatchesPanel() {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <Heading level={2} size="md" id={title}>
          {t('dashboard.matches.title')}
        </Heading>
        <EmptyState
          size="sm"
          headingLevel={3}
          illustration={<PandaScene scene="reading" />}
          title={t('dashboard.matches.empty.title')}
          description={t('dashboard.matches.empty.text')}
        />
      </section>
    </Card>
  );
}
