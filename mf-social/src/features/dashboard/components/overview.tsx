import type { Home } from '@frens/contract';
import { HeartHandshakeIcon, MailIcon, UsersIcon } from '@frens/design-system/icons';
import { Stat } from '@frens/design-system/stat';
import { Button, Card, Heading, Link, Text, useSession, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { paths } from '../../../paths.ts';
import { InviteFriend } from './invite-friend.tsx';
import styles from './overview.module.css';

/** Counters and quick actions. */
export function Overview({ figures }: { figures: Home['figures'] | undefined }) {
  return (
    <div className={styles.root}>
      <Stats figures={figures} />
      <QuickActions />
    </div>
  );
}

function Stats({ figures }: { figures: Home['figures'] | undefined }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const figure = (count: number | undefined, hasMore = false) => {
    if (count === undefined) return t('dashboard.stats.unknown');
    return hasMore ? t('dashboard.stats.atLeast', { count }) : String(count);
  };
  const isStart = figures && figures.connections + figures.matchesMade + figures.matchRequests === 0;
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <div className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.stats.title')}
          </Heading>
          <Button asChild size="sm" variant="ghost">
            <Link to={paths.profile}>{t('dashboard.stats.edit')}</Link>
          </Button>
        </div>
        {isStart ? (
          <Beginnings />
        ) : (
          <div className={styles.figures}>
            <Stat
              value={figure(figures?.connections, figures?.hasMoreConnections)}
              label={t('dashboard.stats.connections')}
              icon={<UsersIcon />}
            />
            <Stat
              value={figure(figures?.matchesMade)}
              label={t('dashboard.stats.matchesMade')}
              icon={<HeartHandshakeIcon />}
              hue="persimmon"
            />
            <Stat
              value={figure(figures?.matchRequests)}
              label={t('dashboard.stats.matchRequests')}
              icon={<MailIcon />}
              hue="sky"
            />
          </div>
        )}
      </section>
    </Card>
  );
}

/** While every counter is zero: explains each counter and where to start. */
function Beginnings() {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.start}>
      {(['connections', 'matchesMade', 'matchRequests'] as const).map((figure) => (
        <Text key={figure} size="sm">
          <b>{t(`dashboard.stats.${figure}`)}</b>
          <br />
          {t(`dashboard.stats.start.${figure}`)}
        </Text>
      ))}
      <Link to={paths.forYou}>{t('dashboard.stats.startLink')}</Link>
    </div>
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
        <Button asChild fullWidth>
          <Link to={paths.browse}>{t('dashboard.actions.browse')}</Link>
        </Button>
        {user?.profileComplete ? <InviteFriend /> : null}
      </section>
    </Card>
  );
}
