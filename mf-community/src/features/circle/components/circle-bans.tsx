import type { CirclePage } from '@frens/contract';
import { SectionCard } from '@frens/members/section-card';
import {
  Button,
  LoadError,
  LoadMore,
  pagedList,
  Text,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useId, useRef } from 'react';
import { MemberLink } from '../../../circles/member-link.tsx';
import { circleBansQuery, useLiftBan } from '../manage-members.queries.ts';
import styles from './circle-requests.module.css';

/** Banned members, for the circle's owner and admins; renders nothing without bans (D32). */
export function CircleBans({ circle: { id } }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const bans = pagedList(useInfiniteQuery(circleBansQuery(id)));
  const list = useRef<HTMLUListElement>(null);
  const lift = useLiftBan(id);
  const isNobody = bans.status === 'ready' && bans.items.length === 0 && !bans.pages.hasNextPage;
  if (bans.status === 'loading' || isNobody) return null;
  return (
    <SectionCard title={t('circle.bans.title')} titleId={title}>
      <Text size="sm" tone="muted">
        {t('circle.bans.text')}
      </Text>
      {bans.status === 'ready' ? (
        <>
          <ul ref={list} tabIndex={-1} aria-labelledby={title} className={styles.list}>
            {bans.items.map((ban) => (
              <li key={ban.id} className={styles.item}>
                <MemberLink member={ban.user} />
                <Button
                  size="sm"
                  variant="secondary"
                  loading={lift.isPending && lift.variables?.id === ban.id}
                  aria-label={t('circle.bans.liftLabel', { name: ban.user.name })}
                  // The focused button disappears with its row.
                  onClick={() => lift.run(ban, { onSuccess: () => list.current?.focus() })}
                >
                  {t('circle.bans.lift')}
                </Button>
              </li>
            ))}
          </ul>
          <LoadMore pages={bans.pages} items={list} />
        </>
      ) : (
        <LoadError size="part" title={t('circle.bans.error')} query={bans} />
      )}
    </SectionCard>
  );
}
