import type { Panda, PandaContent } from '@frens/contract';
import { formatAmount, formatCount, formatScore } from '@frens/contract/formats';
import { SproutIcon } from '@frens/design-system/icons';
import { Stat } from '@frens/design-system/stat';
import { Card, currentLanguage, Heading, type PagedList, Text, useTranslation } from '@frens/platform';
import { shownCount } from '../shown-count.ts';
import styles from './analytics.module.css';
import { QuotientParts } from './quotient-parts.tsx';

/** The Panda in figures. */
export function Analytics({ panda, content }: { panda: Panda; content: PagedList<PandaContent> }) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  return (
    <div className={styles.root}>
      <Card className={styles.quotient}>
        <div className={styles.now}>
          <Heading level={2} size="sm">
            {t('profile.analytics.quotient')}
          </Heading>
          <p className={styles.score}>{formatScore(language, panda.frenQuotient)}</p>
          <div className={styles.chart}>
            <SproutIcon size={28} />
            <Text size="sm">{t('profile.analytics.chart')}</Text>
          </div>
        </div>
        <QuotientParts parts={panda.frenQuotientParts} />
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
    </div>
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
