import type { Circle, Panda } from '@frens/contract';
import { circlePath, pandaPath } from '@frens/contract/page-paths';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { CoinsIcon, SproutIcon, TicketIcon, UsersIcon } from '@frens/design-system/icons';
import { Badge, Card, Cluster, Link, Text, UserText, useTranslation } from '@frens/platform';
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
              <Link to={circlePath(circle.id)} data-card-link>
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

/** A Panda on the rise, as a list item. */
export function PandaItem({ panda }: { panda: Panda }) {
  const { t } = useTranslation('shell');
  return (
    <Card asChild interactive padding="none" className={styles.panda}>
      <li>
        <img className={styles.image} src={panda.imageUrl} alt="" width={320} height={320} loading="lazy" />
        <div className={styles.words}>
          <h4 className={styles.name}>
            <Link to={pandaPath(panda.id)} state={{ toSee: panda.name }} data-card-link>
              <UserText>{panda.name}</UserText>
            </Link>
          </h4>
          <Text size="sm">{panda.aiPersonality.tone}</Text>
          <Text size="sm" tone="muted">
            {t('landing.community.pandas.backers', { count: panda.uniqueBackers })}
          </Text>
        </div>
      </li>
    </Card>
  );
}
