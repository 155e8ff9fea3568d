import type { CirclePage } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import {
  AwaitedList,
  Button,
  currentLanguage,
  LoadMore,
  pagedList,
  Text,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import { circleLinksQuery, useRevokeLink } from '../invite.queries.ts';
import styles from './invite-dialog.module.css';

/** Active invitation links, each with its use count and a revoke button (D30). */
export function CircleLinks({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const links = pagedList(useInfiniteQuery(circleLinksQuery(circle.id)));
  const list = useRef<HTMLUListElement>(null);
  const revoke = useRevokeLink(circle);
  if (links.status !== 'ready')
    return (
      <AwaitedList
        list={links}
        loading={t('circle.invite.links.loading')}
        lines={2}
        failed={t('circle.invite.links.error')}
      />
    );
  const { items, pages } = links;
  if (items.length === 0 && !pages.hasNextPage)
    return (
      <Text size="sm" tone="muted">
        {t('circle.invite.links.none')}
      </Text>
    );
  return (
    <>
      <ul ref={list} aria-label={t('circle.invite.links.list')} className={styles.list}>
        {items.map((link) => {
          const day = formatDay(currentLanguage(), link.expiresAt);
          return (
            <li key={link.id} className={styles.link}>
              <span>
                {t('circle.invite.links.used', link)} · {t('circle.invite.links.until', { day })}
              </span>
              <Button
                size="sm"
                variant="ghost"
                loading={revoke.isPending && revoke.variables?.id === link.id}
                aria-label={t('circle.invite.links.revokeLabel', { day })}
                onClick={() => revoke.run(link)}
              >
                {t('circle.invite.links.revoke')}
              </Button>
            </li>
          );
        })}
      </ul>
      <LoadMore pages={pages} items={list} />
    </>
  );
}
