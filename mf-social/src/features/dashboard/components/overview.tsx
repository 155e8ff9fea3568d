import { CompassIcon, HeartHandshakeIcon, MailIcon, PencilIcon, UsersIcon } from '@frens/design-system/icons';
import { Stat } from '@frens/design-system/stat';
import { Button, Card, Heading, Link, Notice, Text, useSession, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { paths } from '../../../paths.ts';
import { leadToRequests } from '../arrival.ts';
import type { Connections } from '../dashboard.queries.ts';
import { InviteFriend } from './invite-friend.tsx';
import styles from './overview.module.css';

interface OverviewProps {
  connections: Connections;
  /** The requests themselves are on the page, below. */
  showsRequests: boolean;
}

/** Counters and quick actions, and before them whatever waits for an answer. */
export function Overview({ connections, showsRequests }: OverviewProps) {
  return (
    <div className={styles.root}>
      {showsRequests ? null : <WaitingRequests connections={connections} />}
      <Stats connections={connections} />
      <QuickActions />
    </div>
  );
}

function WaitingRequests({ connections: { pending } }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  const incoming = pending?.filter(({ direction }) => direction === 'incoming') ?? [];
  const first = incoming[0];
  if (!first) return null;
  return (
    <Notice
      className={styles.waiting}
      tone="success"
      icon={<UsersIcon size={20} className={styles.icon} />}
      action={
        <Button asChild size="sm">
          <Link to={paths.connections} state={leadToRequests}>
            {t('dashboard.waitingAction')}
          </Link>
        </Button>
      }
    >
      {t('dashboard.waiting', { count: incoming.length, name: first.user.name })}
    </Notice>
  );
}

function Stats({ connections: { friends, moreFriends } }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  let friendCount = t('dashboard.stats.unknown');
  if (friends) {
    friendCount = moreFriends.hasNextPage
      ? t('dashboard.stats.atLeast', { count: friends.length })
      : String(friends.length);
  }
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
          <Stat value={friendCount} label={t('dashboard.stats.connections')} icon={<UsersIcon />} />
          {/* Suggestions cannot be made yet, so there are none: both figures are true (D22). */}
          <Stat
            value="0"
            label={t('dashboard.stats.matchesMade')}
            icon={<HeartHandshakeIcon />}
            hue="persimmon"
          />
          <Stat value="0" label={t('dashboard.stats.matchRequests')} icon={<MailIcon />} hue="sky" />
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
