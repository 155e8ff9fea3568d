import type { ListedUser } from '@frens/contract';
import {
  Button,
  EmptyState,
  itemOf,
  LoadMore,
  LongList,
  PandaScene,
  type ReadyList,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import { ConnectAction } from '../../../members/connect-action.tsx';
import { MemberCard } from '../../../members/member-card.tsx';
import styles from './browse-results.module.css';

/** So many pages come as one scrolls; then the footer can be reached, and the button asks for more. */
const pagesByThemselves = 3;

interface BrowseResultsProps {
  result: ReadyList<ListedUser>;
  /** Null when no filter is set. */
  onClearFilters: (() => void) | null;
}

/** The cards, or why there are none. */
export function BrowseResults({ result, onClearFilters }: BrowseResultsProps) {
  const { t } = useTranslation('mf-social');
  const list = useRef<HTMLDivElement>(null);
  const { items: members, isSearching, pages } = result;
  if (members.length === 0 && !isSearching) {
    return onClearFilters ? (
      <EmptyState
        illustration={<PandaScene scene="searching" />}
        title={t('browse.empty.title')}
        description={t('browse.empty.text')}
        action={<Button onClick={onClearFilters}>{t('browse.empty.clear')}</Button>}
      />
    ) : (
      <EmptyState
        illustration={<PandaScene scene="waving" />}
        title={t('browse.nobody.title')}
        description={t('browse.nobody.text')}
      />
    );
  }
  return (
    <div>
      <LongList
        ref={list}
        items={members}
        hasMore={pages.hasNextPage}
        isBusy={isSearching}
        className={styles.list}
        itemClassName={styles.item}
      >
        {presentMember}
      </LongList>
      <LoadMore
        pages={pages}
        auto={pagesByThemselves}
        numbered={{ count: members.length, find: (index) => itemOf(list.current, index) }}
      />
    </div>
  );
}

/** One function for all renders: a letter typed into the search box would otherwise render every card again. */
const presentMember = (member: ListedUser) => (
  <MemberCard member={member}>
    <ConnectAction member={member} />
  </MemberCard>
);
