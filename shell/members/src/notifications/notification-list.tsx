import type { Notification } from '@frens/contract';
import { RefreshIcon } from '@frens/design-system/icons';
import {
  Button,
  EmptyState,
  Heading,
  IconButton,
  Link,
  LoadError,
  LoadMore,
  PandaScene,
  pagedList,
  type QueryFilters,
  queryKeys,
  readAgain,
  Spinner,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useEffect, useRef } from 'react';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';
import { notificationsQuery, useReadNotifications } from './notifications.queries.ts';

export interface NotificationListProps {
  /** Shows the newest alone, with the way to all of them: where that page is, and what is done on the way there. */
  more?: { path: string; onLeave: () => void };
  /** What can be answered in the row of a notification, or what the answer was. */
  answersTo?: (notification: Notification) => ReactNode;
}

/** So many fit in a panel. */
const newest = 7;

/** What pages keep of whom or what a notification is about, which was read before it happened: their keys carry its id or name. */
function about({ actor, circle, pandaId }: Notification): QueryFilters {
  const names: unknown[] = [circle?.id, actor?.id, actor?.username, pandaId].filter(Boolean);
  return { predicate: ({ queryKey }) => queryKey.some((part) => names.includes(part)) };
}

/** What the member was told of (D48, D60): read again whenever it is opened; a press on one leads to its place and reads it. */
export function NotificationList({ more, answersTo }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const query = useInfiniteQuery(notificationsQuery);
  const list = pagedList(query);
  const items = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const readOne = useReadNotifications({ isTold: false });
  const readAll = useReadNotifications({ isTold: true });
  useEffect(() => {
    // What is on its way already is new enough. The number beside it must say the same.
    const predicate: QueryFilters['predicate'] = ({ state }) => state.fetchStatus === 'idle';
    readAgain([
      { queryKey: queryKeys.notifications, predicate },
      { queryKey: queryKeys.unread, predicate },
    ]);
  }, []);

  const open = (one: Notification) => {
    readAgain([about(one)]);
    if (!one.isRead) readOne.run({ id: one.id });
    more?.onLeave();
  };
  const all = list.status === 'ready' ? list.items : [];
  const shown = more ? all.slice(0, newest) : all;
  const [first] = all;
  return (
    <section className={styles.root} aria-label={t('title')}>
      <div className={styles.head}>
        {more ? (
          <Heading ref={title} level={2} size="md" tabIndex={-1}>
            {t('title')}
          </Heading>
        ) : list.status === 'ready' ? (
          <IconButton
            size="sm"
            variant="ghost"
            label={t('refresh')}
            aria-disabled={query.isFetching || undefined}
            onClick={() => readAgain([{ queryKey: queryKeys.notifications }, { queryKey: queryKeys.unread }])}
          >
            <RefreshIcon />
          </IconButton>
        ) : null}
        {first && all.some(({ isRead }) => !isRead) ? (
          <Button
            size="sm"
            variant="ghost"
            loading={readAll.isPending}
            onClick={() =>
              readAll.run(
                { upTo: first.createdAt },
                // The button goes with the last unread one.
                { onSuccess: () => (title.current ?? items.current?.querySelector('a'))?.focus() },
              )
            }
          >
            {t('readAll')}
          </Button>
        ) : null}
      </div>
      {list.status === 'loading' ? <Spinner label={t('loading')} /> : null}
      {list.status === 'error' ? (
        <LoadError
          size={more ? 'part' : 'section'}
          error={list.error}
          title={t('error')}
          onRetry={list.retry}
          isRetrying={list.isRetrying}
        />
      ) : null}
      {list.status === 'ready' && all.length === 0 ? (
        <EmptyState
          illustration={<PandaScene scene="reading" />}
          title={t('empty.title')}
          description={t('empty.text')}
          headingLevel={more ? 3 : 2}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul ref={items} className={styles.list} data-all={more ? undefined : true}>
          {shown.map((one) => (
            <NotificationRow key={one.id} notification={one} onOpen={open} answers={answersTo?.(one)} />
          ))}
        </ul>
      ) : null}
      {list.status === 'ready' && !more ? <LoadMore pages={list.pages} items={items} /> : null}
      {more && all.length > 0 ? (
        <Button asChild variant="secondary" size="sm">
          <Link to={more.path} onClick={more.onLeave}>
            {t('all')}
          </Link>
        </Button>
      ) : null}
    </section>
  );
}
