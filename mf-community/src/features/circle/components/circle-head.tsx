import type { CirclePage } from '@frens/contract';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { UsersIcon } from '@frens/design-system/icons';
import { Card, Cluster, Heading, UserText, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { CircleRule, CircleTypeBadge } from '../../../circles/circle-type.tsx';
import { JoinOption } from '../../../circles/join-option.tsx';
import { MemberLink } from '../../../circles/member-link.tsx';
import { isNewCircle } from './circle-created.tsx';
import { canInvite, InviteButton } from './invite-button.tsx';
import styles from './ready-circle.module.css';

/** Purpose and owner of a circle, and how to join. */
export function CircleHead({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  return (
    <Card asChild>
      <header data-title={circle.name} aria-labelledby={title} className={styles.head}>
        <CircleEmblem name={circle.name} size="lg" />
        <div className={styles.names}>
          <Heading level={1} size="lg" id={title}>
            <UserText>{circle.name}</UserText>
          </Heading>
          <CircleTypeBadge circleType={circle.circleType} />
        </div>
        <div className={styles.words}>
          <UserText block measure tone={circle.description ? 'ink' : 'muted'}>
            {circle.description || t('circles.noDescription')}
          </UserText>
          <div className={styles.facts}>
            <span className={styles.members}>
              <UsersIcon size={18} />
              {t('circles.members', { count: circle.memberCount })}
            </span>
            {circle.owner && circle.membership !== 'owner' ? (
              <MemberLink member={circle.owner}>{t('circle.owner', { name: circle.owner.name })}</MemberLink>
            ) : null}
          </div>
          <div className={styles.door}>
            <CircleRule circle={circle} />
            <Cluster>
              <JoinOption circle={circle} titleId={title} size="md" />
              {canInvite(circle) && !isNewCircle(circle) ? <InviteButton circle={circle} /> : null}
            </Cluster>
          </div>
        </div>
      </header>
    </Card>
  );
}
