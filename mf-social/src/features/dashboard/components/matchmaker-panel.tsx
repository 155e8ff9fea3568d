import {
  AwaitedList,
  Button,
  EmptyState,
  Heading,
  Link,
  LoadMore,
  PandaScene,
  pagedList,
  Skeleton,
  Stack,
  useInfiniteQuery,
  useIsNear,
  useTranslation,
} from '@frens/platform';
import { Suspense, useId, useRef } from 'react';
import { candidatesQuery } from '../../../introductions/introductions.queries.ts';
import { paths } from '../../../paths.ts';
import { TitledCard } from '../../../titled-card.tsx';
import { useAnswers } from '../../../waiting/answers.ts';
import { FriendMatchCard } from './friend-match-card.tsx';
import { MatchSamples } from './further-panels.ts';
import { MatchHistory } from './match-history.tsx';
import styles from './matchmaker-panel.module.css';

/** "Make Matches for Friends" and the matchmaking history. Both are at the foot of the page and load when scrolled near. */
export function MatchmakerPanel() {
  const panel = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(panel);
  return (
    <Stack ref={panel} gap="lg">
      <TitledCard texts="dashboard.matchmaker">
        <Friends isNear={isNear} />
      </TitledCard>
      <MatchHistory isNear={isNear} />
    </Stack>
  );
}

/** The member's friends with candidates for an introduction; samples while no friend has a candidate (D26). */
function Friends({ isNear }: { isNear: boolean }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const rows = useRef<HTMLUListElement>(null);
  const { isFriendSoon } = useAnswers();
  const list = pagedList(useInfiniteQuery({ ...candidatesQuery, enabled: isNear }));
  if (list.status !== 'ready')
    return (
      <AwaitedList
        list={list}
        loading={t('dashboard.matchmaker.loading')}
        shape="card"
        size="section"
        headingLevel={3}
        failed={t('dashboard.connections.error.title')}
      />
    );
  if (list.items.length === 0) return isFriendSoon ? <Skeleton shape="card" /> : <NoFriends />;
  return (
    <>
      <section aria-labelledby={title}>
        <Heading level={3} size="sm" id={title} className={styles.own}>
          {t('dashboard.matchmaker.own')}
        </Heading>
        <ul ref={rows} aria-labelledby={title} className={styles.friends}>
          {list.items.map(({ friend, candidates }) => (
            <FriendMatchCard key={friend.id} friend={friend} candidates={candidates} />
          ))}
        </ul>
        <div className={styles.more}>
          <LoadMore pages={list.pages} items={rows} />
          <Link to={paths.friends}>{t('dashboard.matchmaker.all')}</Link>
        </div>
      </section>
      {list.items.some(({ candidates }) => candidates?.length) ? null : (
        <Suspense fallback={<Skeleton shape="card" />}>
          <MatchSamples />
        </Suspense>
      )}
    </>
  );
}

function NoFriends() {
  const { t } = useTranslation('mf-social');
  return (
    <EmptyState
      size="sm"
      className={styles.none}
      headingLevel={3}
      illustration={<PandaScene scene="meeting" />}
      title={t('dashboard.matchmaker.noFriends.title')}
      description={t('dashboard.matchmaker.noFriends.text')}
      action={
        <Button asChild>
          <Link to={paths.forYou}>{t('dashboard.matchmaker.noFriends.action')}</Link>
        </Button>
      }
    />
  );
}
