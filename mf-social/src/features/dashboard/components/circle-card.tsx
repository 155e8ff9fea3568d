import type { Circle, CircleReason, Home } from '@frens/contract';
import { ArrowRightIcon, HeartIcon, UsersIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Button,
  Card,
  Chip,
  Heading,
  Link,
  Skeleton,
  Text,
  UserText,
  useSession,
  useTranslation,
} from '@frens/platform';
import { Suspense, useId, useState } from 'react';
import { circlePath, circlesPath, pandaPicture } from '../../../paths.ts';
import { isIn, useJoin } from '../../../waiting/circle-actions.ts';
import { CircleEmblem } from './further-panels.ts';
import styles from './home.module.css';

/** One circle that the member may like, with why and the way in. The first one that they join here is celebrated in its place. */
export function CircleCard({ circles, firstSteps: { steps } }: Pick<Home, 'circles' | 'firstSteps'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const pandaId = useSession().user?.pandaId;
  const [hadCircle] = useState(steps.circle);
  const [first] = circles;
  if (!first) return null;
  const { circle, reason } = first;
  const isFirst = !hadCircle && isIn(circle);
  const reached = steps.fren && steps.profile ? 'all' : 'circle';
  return (
    <Card asChild className={styles.circle}>
      <section aria-labelledby={title}>
        <header className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {isFirst ? t(`dashboard.milestone.${reached}.title`) : t('dashboard.home.circle.title')}
          </Heading>
          <Link to={circlesPath}>{t('dashboard.home.circle.all')}</Link>
        </header>
        <div className={styles.about}>
          {isFirst && pandaId ? (
            <Avatar decorative name="" src={pandaPicture(pandaId)} size="lg" className={styles.glad} />
          ) : (
            <Suspense fallback={<Skeleton shape="circle" className={styles.emblem} />}>
              <CircleEmblem name={circle.name} />
            </Suspense>
          )}
          <div className={styles.words}>
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
          </div>
          <div className={styles.facts}>{reason ? <WhyCircle reason={reason} /> : null}</div>
          <div className={styles.facts}>
            <WayIn circle={circle} isCelebrated={!hadCircle} />
            <Text size="sm" tone="muted">
              {t('dashboard.home.circle.members', { count: circle.memberCount })}
            </Text>
          </div>
          {isFirst ? (
            <Text role="status" className={styles.facts}>
              {t(`dashboard.milestone.${reached}.text`)}
            </Text>
          ) : null}
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
function WayIn({ circle, isCelebrated }: { circle: Circle; isCelebrated: boolean }) {
  const { t } = useTranslation('mf-social');
  const { id, name, wayIn } = circle;
  const join = useJoin(circle, isCelebrated ? 'row' : 'toast');
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
  const isMember = isIn(circle);
  return (
    <Button asChild variant={isMember ? 'primary' : 'secondary'} iconEnd={<ArrowRightIcon />}>
      <Link to={isMember ? `${circlePath(id)}#notices` : circlePath(id)}>
        {isMember ? t('dashboard.home.circle.hello') : t('dashboard.home.circle.open', { name })}
      </Link>
    </Button>
  );
}
