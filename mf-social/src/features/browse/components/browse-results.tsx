import type { PublicUser } from '@frens/contract';
import {
  Button,
  EmptyState,
  Grid,
  LoadMore,
  PandaScene,
  type ReadyList,
  useTranslation,
} from '@frens/platform';
import { memo, useRef } from 'react';
import { ConnectAction } from '../../../members/connect-action.tsx';
import { MemberCard } from '../../../members/member-card.tsx';
import styles from './browse-results.module.css';

interface BrowseResultsProps {
  result: ReadyList<PublicUser>;
  /** Null when no filter is set. */
  onClearFilters: (() => void) | null;
}

/** The cards, or why there are none. */
export function BrowseResults({ result, onClearFilters }: BrowseResultsProps) {
  const { t } = useTranslation('mf-social');
  const shown = useRef<HTMLUListElement>(null);
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
      <Grid asChild>
        <ul ref={shown} className={styles.list} aria-busy={isSearching}>
          {members.map((member) => (
            <MemberItem key={member.id} member={member} />
          ))}
        </ul>
      </Grid>
      <LoadMore pages={pages} items={shown} />
    </div>
  );
}

/** Memoised, because a letter typed into the search box would otherwise render every card again, a hundred or more. */
const MemberItem = memo(function MemberItem({ member }: { member: PublicUser }) {
  return (
    <li className={styles.item}>
      <MemberCard member={member}>
        <ConnectAction member={member} />
      </MemberCard>
    </li>
  );
});
