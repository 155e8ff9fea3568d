import type { Friend } from '@frens/contract';
import {
  Button,
  EmptyState,
  Heading,
  Link,
  LoadError,
  PandaScene,
  Skeleton,
  Stack,
  useTranslation,
} from '@frens/platform';
import { useId, useState } from 'react';
import { paths } from '../../../paths.ts';
import { TitledCard } from '../../../titled-card.tsx';
import type { Connections } from '../dashboard.queries.ts';
import { useHasNoCandidate } from '../use-has-no-candidate.ts';
import { FriendMatchCard } from './friend-match-card.tsx';
import { MatchHistory } from './match-history.tsx';
import { MatchSamples } from './match-samples.tsx';
import styles from './matchmaker-panel.module.css';

/** "Make Matches for Friends" and the member's history as a matchmaker. */
export function MatchmakerPanel({ connections }: { connections: Connections }) {
  return (
    <Stack gap="lg">
      <TitledCard texts="dashboard.matchmaker">
        <MatchmakerContent connections={connections} />
      </TitledCard>
      <MatchHistory />
    </Stack>
  );
}

function MatchmakerContent({ connections: { friends, error, retry } }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  if (friends) return friends.length === 0 ? <NoFriends /> : <OwnFriends friends={friends} />;
  if (!error) return <Skeleton shape="card" />;
  return (
    <LoadError
      headingLevel={3}
      error={error}
      title={t('dashboard.connections.error.title')}
      onRetry={retry}
    />
  );
}

function NoFriends() {
  const { t } = useTranslation('mf-social');
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      illustration={<PandaScene scene="meeting" />}
      title={t('dashboard.matchmaker.noFriends.title')}
      description={t('dashboard.matchmaker.noFriends.text')}
      action={
        <Button asChild>
          <Link to={paths.browse}>{t('dashboard.matchmaker.noFriends.action')}</Link>
        </Button>
      }
    />
  );
}

/** How many friends stand here at first, and how many more come at a press: each asks for candidates of their own. */
const friendsShown = 4;

/** Whom the member could bring together: their own friends, or the examples while none of them has a candidate (D26). */
function OwnFriends({ friends }: { friends: Friend[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const [most, setMost] = useState(friendsShown);
  const shown = friends.slice(0, most);
  const hasNoCandidate = useHasNoCandidate(shown);
  return (
    <>
      <section aria-labelledby={title}>
        <Heading level={3} size="sm" id={title}>
          {t('dashboard.matchmaker.own')}
        </Heading>
        <ul aria-labelledby={title} className={styles.friends}>
          {shown.map((friend) => (
            <FriendMatchCard key={friend.id} friend={friend} />
          ))}
        </ul>
        <div className={styles.more}>
          {most < friends.length ? (
            <Button size="sm" variant="secondary" onClick={() => setMost(most + friendsShown)}>
              {t('dashboard.matchmaker.more')}
            </Button>
          ) : null}
          <Link to={paths.connections}>{t('dashboard.matchmaker.all')}</Link>
        </div>
      </section>
      {hasNoCandidate ? <MatchSamples /> : null}
    </>
  );
}
