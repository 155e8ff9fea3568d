import type { Panda } from '@frens/contract';
import { formatScore } from '@frens/contract/formats';
import { currentLanguage, Heading, useTranslation } from '@frens/platform';
import type { CSSProperties } from 'react';
import styles from './quotient-parts.module.css';

const order = ['quiz', 'staked', 'backers', 'connections', 'matches'] as const;

/** How a quotient is made up (D38): each part with its points, and a bar for its share. */
export function QuotientParts({ parts }: { parts: Panda['frenQuotientParts'] }) {
  const { t } = useTranslation('mf-panda');
  const whole = order.reduce((sum, part) => sum + Number(parts[part]), 0);
  return (
    <section className={styles.root}>
      <Heading level={3} size="sm">
        {t('profile.analytics.parts.title')}
      </Heading>
      <dl className={styles.parts}>
        {order.map((part) => {
          const share = whole === 0 ? 0 : Number(parts[part]) / whole;
          return (
            // React types know no custom properties; this one is read by the bar's width.
            <div
              key={part}
              className={styles.part}
              data-part={part}
              style={{ '--share': share } as CSSProperties}
            >
              <dt>{t(`profile.analytics.parts.${part}`)}</dt>
              <dd>{formatScore(currentLanguage(), parts[part])}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
