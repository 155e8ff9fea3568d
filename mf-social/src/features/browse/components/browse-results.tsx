import type { ListedUser } from '@frens/contract';
import {
  Button,
  EmptyState,
  itemOf,
  LoadMore,
  LongList,
  PandaScene,
  type ReadyList,
  useMediaQuery,
  useTranslation,
} from '@frens/platform';
import { useRef, useState } from 'react';
import { ConnectAction } from '../../../members/connect-action.tsx';
import { MemberCard } from '../../../members/member-card.tsx';
import styles from './browse-results.module.css';

/** Infinite scroll loads this many pages. Then a button loads more, so that the footer stays reachable. */
const pagesByThemselves = 3;
/** Cards per press on a phone: a full server page would be twenty screens long. */
const onAPhone = 12;
/** How many cards a phone showed last: a visitor who returns from a profile finds the same list. */
let shownLast = onAPhone;

interface BrowseResultsProps {
  result: ReadyList<ListedUser>;
  /** Null while no filter is set. */
  onClearFilters: (() => void) | null;
}

/** The matching members' cards, or the empty state. */
export function BrowseResults({ result, onClearFilters }: BrowseResultsProps) {
  const { t } = useTranslation('mf-social');
  const list = useRef<HTMLDivElement>(null);
  const { items, isSearching } = result;
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [shown, setShown] = useState(shownLast);
  const isCut = isPhone && items.length > shown;
  const members = isCut ? items.slice(0, shown) : items;
  const pages = isCut ? { ...result.pages, hasNextPage: true, fetchNextPage: showMore } : result.pages;

  async function showMore(): Promise<void> {
    shownLast = shown + onAPhone;
    setShown(shownLast);
  }

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
        {isPhone ? presentOnPhone : presentMember}
      </LongList>
      <LoadMore
        pages={pages}
        auto={isPhone ? 0 : pagesByThemselves}
        numbered={{ count: members.length, find: (index) => itemOf(list.current, index) }}
      />
    </div>
  );
}

/** Stable functions per screen size: a new one per render would re-render every card on each keystroke in the search box. */
const presentMember = (member: ListedUser) => (
  <MemberCard member={member}>
    <ConnectAction member={member} />
  </MemberCard>
);

const presentOnPhone = (member: ListedUser) => (
  <MemberCard member={member} interestsShown={3}>
    <ConnectAction member={member} />
  </MemberCard>
);
