import { CompassIcon, HeartHandshakeIcon, MailIcon, PencilIcon, UsersIcon } from '@frens/design-system/icons';
import { Stat } from '@frens/design-system/stat';
import {
  Button,
  Card,
  Heading,
  Link,
  type PagedList,
  Text,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { paths } from '../../../paths.ts';
import type { Connections, Matches } from '../dashboard.queries.ts';
import { InviteFriend } from './invite-friend.tsx';
import styles from './overview.module.css';

interface OverviewProps {
  connections: Connections;
  matches: Matches;
}

/** Counters and quick actions. */
export function Overview({ connections, matches }: OverviewProps) {
  return (
    <div className={styles.root}>
      <Stats connections={connections} matches={matches} />
      <QuickActions />
    </div>
  );
}

function Stats({
  connections: { friends, moreFriends },
  matches: { made, received },
}: Pick<OverviewProps, 'connections' | 'matches'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const figure = (count: number | undefined, hasMore = false) => {
    if (count === undefined) return t('dashboard.stats.unknown');
    return hasMore ? t('dashboard.stats.atLeast', { count }) : String(count);
  };
  const count = <Item extends { status: string }>(list: PagedList<Item>, status: Item['status']) =>
    list.status === 'ready'
      ? figure(list.items.filter((one) => one.status === status).length, list.pages.hasNextPage)
      : figure(undefined);
  return (
    <Card asChild className={styles.stats}>
      <section aria-labelledby={title}>
        <div className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.stats.title')}
          </Heading>
          <Button asChild size="sm" variant="ghost" icon={<PencilIcon />}>
            <Link to={paths.profile}>{t('dashboard.stats.edit')}</Link>
          </Button>
        </div>
        <div className={styles.figures}>
          <Stat
            value={figure(friends?.length, moreFriends.hasNextPage)}
            label={t('dashboard.stats.connections')}
            icon={<UsersIcon />}
          />
          <Stat
            value={count(made, 'accepted')}
            label={t('dashboard.stats.matchesMade')}
            icon={<HeartHandshakeIcon />}
            hue="persimmon"
          />
          <Stat
            value={count(received, 'pending')}
            label={t('dashboard.stats.matchRequests')}
            icon={<MailIcon />}
            hue="sky"
          />
        </div>
      </section>
    </Card>
  );
}

function QuickActions() {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const title = useId();
  return (
    <Card asChild tone="tint">
      <section aria-labelledby={title} className={styles.actions}>
        <Heading level={2} size="sm" id={title}>
          {t('dashboard.actions.title')}
        </Heading>
        <Text tone="muted">{t('dashboard.actions.text')}</Text>
        <Button asChild fullWidth icon={<CompassIcon />}>
          <Link to={paths.browse}>{t('dashboard.actions.browse')}</Link>
        </Button>
        {user?.profileComplete ? <InviteFriend /> : null}
      </section>
    </Card>
  );
}
