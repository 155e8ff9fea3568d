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

/** So many pages come as one scrolls; then the footer can be reached, and the button asks for more. */
const pagesByThemselves = 3;
/** So many cards a phone shows before its button, and with each press: a page of the server's would be twenty screens of them. */
const onAPhone = 12;
/** How many a phone has shown last: who comes back from a person finds them again. */
let shownLast = onAPhone;

interface BrowseResultsProps {
  result: ReadyList<ListedUser>;
  /** Null when no filter is set. */
  onClearFilters: (() => void) | null;
}

/** The cards, or why there are none. */
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

/** One function for all renders, by the screen: a letter typed into the search box would otherwise render every card again. */
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
