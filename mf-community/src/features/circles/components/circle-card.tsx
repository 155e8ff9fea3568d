import type { Circle } from '@frens/contract';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { UsersIcon } from '@frens/design-system/icons';
import { Card, Link, UserText, useLocale, useTranslation } from '@frens/platform';
import { memo, useId } from 'react';
import { CircleRule, CircleTypeBadge } from '../../../circles/circle-type.tsx';
import { WayIn } from '../../../circles/join-option.tsx';
import { circlePath } from '../../../paths.ts';
import styles from './circle-card.module.css';

/**
 * One circle: what it is for, who may come in, how many are in it, the way in, and the way to its page. Memoised, because a letter typed
 * into the search would otherwise render every card again.
 */
export const CircleCard = memo(function CircleCard({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-community');
  const locale = useLocale();
  const titleId = useId();
  return (
    <Card asChild interactive>
      <article className={styles.root} aria-labelledby={titleId}>
        <header className={styles.head}>
          <CircleEmblem name={circle.name} />
          <div className={styles.names}>
            <h2 id={titleId} className={styles.title}>
              <Link to={circlePath(circle.id)} data-card-link>
                <UserText>{circle.name}</UserText>
              </Link>
            </h2>
            <CircleTypeBadge circleType={circle.circleType} />
          </div>
        </header>
        <UserText block clamp={3} tone={circle.description ? 'ink' : 'muted'}>
          {circle.description || t('circles.noDescription')}
        </UserText>
        <CircleRule circle={circle} />
        <footer className={styles.foot}>
          <span className={styles.members}>
            <UsersIcon size={18} />
            {t('circles.members', { count: circle.memberCount, locale })}
          </span>
          <div className={styles.action}>
            <WayIn circle={circle} titleId={titleId} />
          </div>
        </footer>
      </article>
    </Card>
  );
});
