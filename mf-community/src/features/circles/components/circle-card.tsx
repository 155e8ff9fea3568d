import type { Circle } from '@frens/contract';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { UsersIcon } from '@frens/design-system/icons';
import { Card, Link, UserText, useLocale, useTranslation } from '@frens/platform';
import { memo, useId } from 'react';
import { CircleRule, CircleTypeBadge } from '../../../circles/circle-type.tsx';
import { JoinOption } from '../../../circles/join-option.tsx';
import { circlePath } from '../../../paths.ts';
import styles from './circle-card.module.css';

/**
 * One circle: purpose, joining rule, member count, the action to join, and a link to its page. Memoised: otherwise every keystroke in
 * the search would re-render all cards.
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
            <JoinOption circle={circle} titleId={titleId} />
          </div>
        </footer>
      </article>
    </Card>
  );
});
