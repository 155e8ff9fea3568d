import type { ReceivedMatch } from '@frens/contract';
import { SectionCard } from '@frens/members/section-card';
import { useScrollToHash } from '@frens/members/use-scroll-to-hash';
import {
  AwaitedList,
  EmptyState,
  Heading,
  LoadMore,
  type PagedList,
  PandaScene,
  pagedList,
  Text,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { receivedQuery } from '../../../introductions/introductions.queries.ts';
import { useFocusFallback } from '../../../lists/use-focus-fallback.ts';
import { useAnswers } from '../../../waiting/answers.ts';
import { ClosedMatch } from './closed-match.tsx';
import { MatchRequest } from './match-request.tsx';
import styles from './matches-panel.module.css';

/** "Your Match Requests": introductions that await an answer first, then closed ones (D25). */
export function MatchesPanel() {
  const { t } = useTranslation('mf-social');
  const matches = pagedList(useInfiniteQuery(receivedQuery));
  const title = useId();
  const items = matches.status === 'ready' ? matches.items : [];
  // The count drops with every answered and every reported introduction.
  const heading = useFocusFallback<HTMLHeadingElement>(items.length + items.filter(isWaiting).length);
  useScrollToHash('#introductions', heading, { isThere: matches.status === 'ready' });
  return (
    <SectionCard title={t('dashboard.matches.title')} titleId={title} headingRef={heading}>
      <Content matches={matches} label={title} />
    </SectionCard>
  );
}

function Content({ matches, label }: { matches: PagedList<ReceivedMatch>; label: string }) {
  const { t } = useTranslation('mf-social');
  const past = useId();
  const { get } = useAnswers();
  if (matches.status !== 'ready')
    return (
      <AwaitedList
        list={matches}
        loading={t('dashboard.matches.loading')}
        shape="card"
        size="section"
        headingLevel={3}
        failed={t('dashboard.matches.error')}
      />
    );
  // An introduction that the member has just answered keeps its place until the page reopens.
  const isOpen = ({ id, status }: ReceivedMatch) => status === 'pending' || get(id) !== undefined;
  const open = matches.items.filter(isOpen);
  const over = matches.items.filter((match) => !isOpen(match));
  return (
    <>
      {open.length > 0 ? (
        <>
          <Text tone="muted">{t('dashboard.matches.text')}</Text>
          <ul aria-labelledby={label} className={styles.open}>
            {open.map((match) => (
              <MatchRequest key={match.id} match={match} />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState
          size="sm"
          headingLevel={3}
          illustration={<PandaScene scene="reading" />}
          title={t('dashboard.matches.empty.title')}
          description={t('dashboard.matches.empty.text')}
        />
      )}
      {over.length > 0 ? (
        <div>
          <Heading level={3} size="sm" id={past}>
            {t('dashboard.matches.past')}
          </Heading>
          <ul aria-labelledby={past} className={styles.past}>
            {over.map((match) => (
              <ClosedMatch key={match.id} match={match} />
            ))}
          </ul>
        </div>
      ) : null}
      <LoadMore pages={matches.pages} />
    </>
  );
}

/** Whether an introduction awaits the member's own answer. */
function isWaiting({ status, myAnswer }: ReceivedMatch): boolean {
  return status === 'pending' && myAnswer === null;
}
