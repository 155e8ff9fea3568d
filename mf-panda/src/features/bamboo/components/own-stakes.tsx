import type { OwnStake } from '@frens/contract';
import {
  AwaitedList,
  Button,
  currentLanguage,
  EmptyState,
  Heading,
  Link,
  LoadMore,
  PandaScene,
  pagedList,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useRef, useState } from 'react';
import { ownStakesQuery } from '../../../bamboo.queries.ts';
import { paths } from '../../../paths.ts';
import { BackedPanda } from './backed-panda.tsx';
import styles from './own-stakes.module.css';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Pandas that the member backs, with their stakes and withdrawals. */
export function OwnStakes() {
  const { t } = useTranslation('mf-panda');
  return (
    <section className={styles.root}>
      <Heading level={2} size="md">
        {t('bamboo.stakes.title')}
      </Heading>
      <StakeList />
    </section>
  );
}

function StakeList() {
  const { t } = useTranslation('mf-panda');
  const rows = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<OwnStake | null>(null);
  const list = pagedList(useInfiniteQuery(ownStakesQuery(currentLanguage())));
  if (list.status !== 'ready')
    return (
      <AwaitedList
        list={list}
        loading={t('bamboo.stakes.loading')}
        lines={4}
        size="section"
        headingLevel={3}
        failed={t('bamboo.stakes.error')}
      />
    );
  if (list.items.length === 0)
    return (
      <EmptyState
        illustration={<PandaScene scene="meeting" />}
        title={t('bamboo.stakes.empty.title')}
        description={t('bamboo.stakes.empty.text')}
        headingLevel={3}
        action={
          <Button asChild>
            <Link to={paths.pandas}>{t('bamboo.stakes.empty.action')}</Link>
          </Button>
        }
      />
    );
  return (
    <>
      <ul ref={rows} className={styles.list}>
        {byPanda(list.items).map((stakes) => (
          <BackedPanda
            key={stakes[0].id}
            stakes={stakes}
            isWhole={!list.pages.hasNextPage}
            onWithdraw={setChosen}
          />
        ))}
      </ul>
      <LoadMore pages={list.pages} items={rows} />
      {chosen ? (
        // The key resets the form per stake.
        <WithdrawDialog key={chosen.id} stake={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </>
  );
}

type Stakes = [OwnStake, ...OwnStake[]];

/** Groups stakes by Panda, newest first. Stakes on Pandas with a pending deletion stay separate: their owner is hidden. */
function byPanda(stakes: readonly OwnStake[]): Stakes[] {
  const groups = new Map<string, Stakes>();
  for (const stake of stakes) {
    const key = stake.panda?.id ?? stake.id;
    const group = groups.get(key);
    if (group) group.push(stake);
    else groups.set(key, [stake]);
  }
  return [...groups.values()];
}
