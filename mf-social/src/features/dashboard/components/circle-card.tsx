import type { Circle, CircleReason, Home } from '@frens/contract';
import { ArrowRightIcon, HeartIcon, UsersIcon } from '@frens/design-system/icons';
import { Button, Card, Chip, Heading, Link, Text, UserText, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { circlePath, circlesPath } from '../../../paths.ts';
import { useJoin } from '../circle-actions.ts';
import styles from './home.module.css';

/** One circle that the member may like, with why and the way in. */
export function CircleCard({ circles }: { circles: Home['circles'] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const [first] = circles;
  if (!first) return null;
  const { circle, reason } = first;
  return (
    <Card asChild className={styles.circle}>
      <section aria-labelledby={title}>
        <header className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.home.circle.title')}
          </Heading>
          <Link to={circlesPath}>{t('dashboard.home.circle.all')}</Link>
        </header>
        <div className={styles.about}>
          <Text weight="bold" size="lg">
            <Link to={circlePath(circle.id)}>
              <UserText>{circle.name}</UserText>
            </Link>
          </Text>
          {circle.description ? (
            <UserText block clamp={2}>
              {circle.description}
            </UserText>
          ) : null}
          <div className={styles.facts}>
            {reason ? <WhyCircle reason={reason} /> : null}
            <Text size="sm" tone="muted">
              {t('dashboard.home.circle.members', { count: circle.memberCount })}
            </Text>
          </div>
          <div>
            <WayIn circle={circle} />
          </div>
        </div>
      </section>
    </Card>
  );
}

function WhyCircle({ reason }: { reason: CircleReason }) {
  const { t } = useTranslation('mf-social');
  if (reason.kind === 'interest') {
    return (
      <Chip hue="persimmon" icon={<HeartIcon size={14} />}>
        {t('dashboard.home.circle.interest', { name: reason.name })}
      </Chip>
    );
  }
  const { name, count } = reason;
  return (
    <Chip hue="plum" icon={<UsersIcon size={14} />}>
      {t('dashboard.home.circle.friends', { name, count, others: count - 1 })}
    </Chip>
  );
}

/** Joining at once where nothing stands before it; anything else is asked for on the circle's own page. */
function WayIn({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-social');
  const { id, name, membership, wayIn } = circle;
  const join = useJoin(circle);
  if (wayIn.kind === 'join') {
    return (
      <Button
        loading={join.isPending}
        aria-label={t('dashboard.home.circle.joinLabel', { name })}
        onClick={() => join.run()}
      >
        {t('dashboard.home.circle.join')}
      </Button>
    );
  }
  const isIn = membership !== 'none' && membership !== 'requested';
  return (
    <Button asChild variant={isIn ? 'primary' : 'secondary'} iconEnd={<ArrowRightIcon />}>
      <Link to={isIn ? `${circlePath(id)}#notices` : circlePath(id)}>
        {isIn ? t('dashboard.home.circle.hello') : t('dashboard.home.circle.open', { name })}
      </Link>
    </Button>
  );
}
