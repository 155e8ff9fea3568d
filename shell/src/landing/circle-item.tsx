import type { Circle } from '@frens/contract';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { CoinsIcon, SproutIcon, TicketIcon, UsersIcon } from '@frens/design-system/icons';
import { Badge, Card, Cluster, Link, UserText, useTranslation } from '@frens/platform';
import styles from './community.module.css';

const looks = {
  open: { hue: 'bamboo', Icon: SproutIcon },
  invite: { hue: 'plum', Icon: TicketIcon },
  stake_gated: { hue: 'persimmon', Icon: CoinsIcon },
} as const;

/** A circle with its emblem. */
export function CircleItem({ circle }: { circle: Circle }) {
  const { t } = useTranslation('shell');
  const { hue, Icon } = looks[circle.circleType];
  return (
    <Card asChild interactive className={styles.circle}>
      <li>
        <Cluster wrap={false}>
          <CircleEmblem name={circle.name} />
          <div>
            <Badge hue={hue}>
              <Icon size={14} />
              {t(`landing.community.circles.type.${circle.circleType}`)}
            </Badge>
            <h4 className={styles.name}>
              <Link to={`/groups/${circle.id}`} data-card-link>
                <UserText>{circle.name}</UserText>
              </Link>
            </h4>
          </div>
        </Cluster>
        {circle.description ? (
          <UserText block clamp={3} tone="muted">
            {circle.description}
          </UserText>
        ) : null}
        <p className={styles.members}>
          <UsersIcon size={18} />
          {t('landing.community.circles.members', { count: circle.memberCount })}
        </p>
      </li>
    </Card>
  );
}
