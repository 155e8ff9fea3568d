import type { Panda, PandaContent } from '@frens/contract';
import { formatAmount, formatCount, formatScore } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { Stat } from '@frens/design-system/stat';
import { Card, currentLanguage, Heading, type PagedList, Stack, Text, useTranslation } from '@frens/platform';
import { shownCount } from '../shown-count.ts';
import styles from './analytics.module.css';
import { HistoryChart } from './history-chart.tsx';
import { QuotientParts } from './quotient-parts.tsx';
import { TraitRadar } from './trait-radar.tsx';

/** The Panda's figures. */
export function Analytics({ panda, content }: { panda: Panda; content: PagedList<PandaContent> }) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  return (
    <Stack>
      <Card className={styles.over}>
        <Stack gap="sm">
          <Heading level={2} size="sm">
            {t('profile.analytics.quotient')}
          </Heading>
          <p className={styles.score}>{formatScore(language, panda.frenQuotient)}</p>
          <Text size="sm" tone="muted">
            {t('profile.score.scale', { max: formatScore(language, String(limits.quotient.max)) })}
          </Text>
        </Stack>
        <QuotientParts parts={panda.frenQuotientParts} />
        <HistoryChart
          pandaId={panda.id}
          of="quotient"
          shape="steps"
          label={t('profile.analytics.history.quotient')}
          valueText={(value) => formatScore(language, String(value))}
          tickText={(value) => formatCount(language, value)}
          tooYoung={t('profile.analytics.chart')}
        />
      </Card>
      <div className={styles.figures}>
        <Card padding="sm">
          <Stat hue="sky" label={t('profile.analytics.content')} value={<ContentCount content={content} />} />
        </Card>
        <Card padding="sm">
          <Stat label={t('profile.analytics.backers')} value={formatCount(language, panda.uniqueBackers)} />
        </Card>
        <Card padding="sm">
          <Stat
            hue="persimmon"
            label={t('profile.analytics.staked')}
            value={formatAmount(language, panda.totalBambooStaked)}
          />
        </Card>
      </div>
      <Card padding="sm">
        <TraitRadar name={panda.name} traits={panda.traits} />
      </Card>
      <Card>
        <HistoryChart
          pandaId={panda.id}
          of="staked"
          shape="steps"
          hue="persimmon"
          label={t('profile.analytics.history.staked')}
          valueText={(value) => formatAmount(language, value.toFixed(2))}
          tickText={(value) => formatCount(language, value)}
          tooYoung={t('profile.analytics.history.stakedYoung')}
        />
      </Card>
    </Stack>
  );
}

function ContentCount({ content }: { content: PagedList<PandaContent> }) {
  const { t } = useTranslation('mf-panda');
  switch (content.status) {
    case 'loading':
      return '…';
    case 'error':
      return <span className={styles.unknown}>{t('profile.analytics.notCounted')}</span>;
    case 'ready':
      return shownCount(currentLanguage(), content.items.length, content.pages.hasNextPage);
  }
}
