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
import { useKeptFocus } from '../../../lists/use-kept-focus.ts';
import { useAnswers } from '../../../waiting/answers.ts';
import { PastMatch } from './closed-match.tsx';
import { MatchRequest } from './match-request.tsx';
import styles from './matches-panel.module.css';

/** "Your Match Requests": what waits for an answer first, then what came of the others (D25). */
export function MatchesPanel() {
  const { t } = useTranslation('mf-social');
  const matches = pagedList(useInfiniteQuery(receivedQuery));
  const title = useId();
  const items = matches.status === 'ready' ? matches.items : [];
  // Less with every answer, and with every introduction that is reported.
  const heading = useKeptFocus<HTMLHeadingElement>(items.length + items.filter(isWaiting).length);
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
  if (matches.status !== 'ready') {
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
  }
  // One that was answered here keeps its place until the page is opened again.
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
              <PastMatch key={match.id} match={match} />
            ))}
          </ul>
        </div>
      ) : null}
      <LoadMore pages={matches.pages} />
    </>
  );
}

/** Whether an introduction waits for the member's own answer. */
function isWaiting({ status, myAnswer }: ReceivedMatch): boolean {
  return status === 'pending' && myAnswer === null;
}
