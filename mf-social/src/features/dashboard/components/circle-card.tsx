import type { Circle, CircleReason, Home } from '@frens/contract';
import { ArrowRightIcon, HeartIcon, UsersIcon } from '@frens/design-system/icons';
import {
  Button,
  Card,
  Chip,
  Heading,
  Link,
  Skeleton,
  Text,
  UserText,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { Suspense, useId } from 'react';
import { circlePath, circlesPath } from '../../../paths.ts';
import { useJoin } from '../../../waiting/circle-actions.ts';
import { CircleEmblem } from './further-panels.ts';
import styles from './home.module.css';

/** Suggests one circle, with the reason and a button to join or open it. */
export function CircleCard({ circles, firstSteps: { steps } }: Pick<Home, 'circles' | 'firstSteps'>) {
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
          <Suspense fallback={<Skeleton shape="circle" className={styles.emblem} />}>
            <CircleEmblem name={circle.name} />
          </Suspense>
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
            <JoinButton circle={circle} isFirst={!steps.circle} />
            <Text size="sm" tone="muted">
              {t('dashboard.home.circle.members', { count: circle.memberCount })}
            </Text>
          </div>
        </div>
      </section>
    </Card>
  );
}

function WhyCircle({ reason }: { reason: CircleReason }) {
  const { t } = useTranslation('mf-social');
  if (reason.kind === 'interest')
    return (
      <Chip hue="persimmon" icon={<HeartIcon size={14} />}>
        {t('dashboard.home.circle.interest', { name: reason.name })}
      </Chip>
    );
  return (
    <Chip hue="plum" icon={<UsersIcon size={14} />}>
      {reason.kind === 'language'
        ? t('dashboard.home.circle.language')
        : t('dashboard.home.circle.friends', { name: reason.name, count: reason.count - 1 })}
    </Chip>
  );
}

interface JoinButtonProps {
  circle: Circle;
  /** Whether this would be the member's first circle. */
  isFirst: boolean;
}

/** Joins an open circle at once and opens it; otherwise links to the circle's page, which handles requests. */
function JoinButton({ circle: { id, name, wayIn }, isFirst }: JoinButtonProps) {
  const { t } = useTranslation('mf-social');
  const navigate = useNavigate();
  // The circle's page celebrates this state, as after joining from its own pages.
  const join = useJoin(id, () => navigate(circlePath(id), { state: { joined: isFirst ? 'first' : 'next' } }));
  if (wayIn.kind === 'join')
    return (
      <Button
        loading={join.isPending}
        aria-label={t('dashboard.home.circle.joinLabel', { name })}
        onClick={() => join.run()}
      >
        {t('dashboard.home.circle.join')}
      </Button>
    );
  return (
    <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
      <Link to={circlePath(id)}>{t('dashboard.home.circle.open', { name })}</Link>
    </Button>
  );
}
