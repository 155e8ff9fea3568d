import { HeartHandshakeIcon, UsersIcon } from '@frens/design-system/icons';
import { Button, Link, Notice, Stack, useTranslation } from '@frens/platform';
import { type DashboardTab, paths } from '../../../paths.ts';
import { leadToRequests } from '../arrival.ts';
import type { Connections, Matches } from '../dashboard.queries.ts';
import { isWaiting } from './matches-panel.tsx';
import styles from './waiting.module.css';

interface WaitingProps {
  connections: Connections;
  matches: Matches;
  /** What is on the page below stands there itself. */
  tab: DashboardTab;
}

/** What waits for an answer, before everything else of the page: somebody is waiting, too. */
export function Waiting({ connections, matches, tab }: WaitingProps) {
  return (
    <Stack gap="sm" className={styles.root}>
      {tab === 'connections' ? null : <WaitingRequests connections={connections} />}
      {tab === 'matches' ? null : <WaitingMatch matches={matches} />}
    </Stack>
  );
}

function WaitingRequests({ connections: { pending } }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  const incoming = pending?.filter(({ direction }) => direction === 'incoming') ?? [];
  const first = incoming[0];
  if (!first) return null;
  return (
    <Notice
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

/** The newest introduction that waits for an answer. */
function WaitingMatch({ matches: { received } }: { matches: Matches }) {
  const { t } = useTranslation('mf-social');
  const first = received.status === 'ready' ? received.items.find(isWaiting) : undefined;
  if (!first) return null;
  return (
    <Notice
      tone="success"
      icon={<HeartHandshakeIcon size={20} className={styles.icon} />}
      action={
        <Button asChild size="sm">
          <Link to={paths.matches}>{t('dashboard.waitingMatchAction')}</Link>
        </Button>
      }
    >
      {t('dashboard.waitingMatch', { name: first.other.name, matchmaker: first.matchmaker.name })}
    </Notice>
  );
}
