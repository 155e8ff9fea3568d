import type { MadeMatch } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { SectionCard } from '@frens/members/section-card';
import { useSettle } from '@frens/members/unread';
import {
  AwaitedList,
  Badge,
  Button,
  currentLanguage,
  Link,
  LoadMore,
  type PagedList,
  pagedList,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { madeQuery } from '../../../introductions/introductions.queries.ts';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { personPath } from '../../../paths.ts';
import { useWithdrawMatch } from '../../../waiting/match-actions.ts';
import styles from './match-history.module.css';

/** "Your Matchmaking History": the outcomes of the member's introductions, as far as a matchmaker may know them (D25). */
export function MatchHistory({ isNear }: { isNear: boolean }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const list = pagedList(useInfiniteQuery({ ...madeQuery, enabled: isNear }));
  const isEmpty = list.status === 'ready' && list.items.length === 0;
  return (
    <SectionCard
      title={t('dashboard.matchmaker.history.title')}
      titleId={title}
      tone={isEmpty ? 'plain' : 'surface'}
      gap="sm"
    >
      <History list={list} label={title} />
    </SectionCard>
  );
}

function History({ list, label }: { list: PagedList<MadeMatch>; label: string }) {
  const { t } = useTranslation('mf-social');
  useSettle('introductions', undefined, list.status === 'ready');
  if (list.status !== 'ready')
    return (
      <AwaitedList
        list={list}
        loading={t('dashboard.matchmaker.history.loading')}
        lines={2}
        failed={t('dashboard.matchmaker.history.error')}
      />
    );
  if (list.items.length === 0) return <Text tone="muted">{t('dashboard.matchmaker.history.empty')}</Text>;
  return (
    <>
      <ul aria-labelledby={label} className={styles.list}>
        {list.items.map((match) => (
          <Introduction key={match.id} match={match} />
        ))}
      </ul>
      <LoadMore pages={list.pages} />
    </>
  );
}

const hues = { pending: 'honey', accepted: 'bamboo', closed: 'neutral' } as const;

function Introduction({ match }: { match: MadeMatch }) {
  const { t } = useTranslation('mf-social');
  const { user1, user2, message, status, createdAt } = match;
  const date = formatDay(currentLanguage(), createdAt);
  return (
    <li className={styles.row}>
      <span className={styles.faces}>
        {[user1, user2].map((user) => (user ? <MemberAvatar key={user.id} member={user} /> : null))}
      </span>
      <div className={styles.words}>
        <Text weight="bold">
          <Name user={user1} /> <span aria-hidden="true">+</span> <Name user={user2} />
        </Text>
        <Text size="sm" tone="muted">
          {status === 'accepted'
            ? t('dashboard.matchmaker.history.thanks')
            : t('dashboard.matchmaker.history.date', { date })}
        </Text>
        {message ? (
          <blockquote className={styles.message}>
            <UserText block>{message}</UserText>
          </blockquote>
        ) : null}
      </div>
      <div className={styles.end}>
        <Badge hue={hues[status]}>{t(`dashboard.matchmaker.history.status.${status}`)}</Badge>
        {status === 'pending' ? <Withdraw match={match} /> : null}
      </div>
    </li>
  );
}

function Name({ user }: { user: MadeMatch['user1'] }) {
  const { t } = useTranslation('mf-social');
  if (!user) return <>{t('dashboard.matchmaker.history.gone')}</>;
  return (
    <Link to={personPath(user.username)}>
      <UserText>{user.name}</UserText>
    </Link>
  );
}

function Withdraw({ match }: { match: MadeMatch }) {
  const { t } = useTranslation('mf-social');
  const withdraw = useWithdrawMatch(match);
  const gone = t('dashboard.matchmaker.history.gone');
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={t('dashboard.matchmaker.history.withdrawLabel', {
        one: match.user1?.name ?? gone,
        other: match.user2?.name ?? gone,
      })}
      loading={withdraw.isPending}
      onClick={() => withdraw.run()}
    >
      {t('dashboard.matchmaker.history.withdraw')}
    </Button>
  );
}
