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
import styles from './own-stakes.module.css';
import { StakeRow } from './stake-row.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Every stake of the member's, each with the way to take it back. */
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
  if (list.status !== 'ready') {
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
  }
  if (list.items.length === 0) {
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
  }
  return (
    <>
      <ul ref={rows} className={styles.list}>
        {list.items.map((stake) => (
          <StakeRow key={stake.id} stake={stake} onWithdraw={() => setChosen(stake)} />
        ))}
      </ul>
      <LoadMore pages={list.pages} items={rows} />
      {chosen ? (
        // Anew for each stake: what was typed for another one is not meant for it.
        <WithdrawDialog key={chosen.id} stake={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </>
  );
}
