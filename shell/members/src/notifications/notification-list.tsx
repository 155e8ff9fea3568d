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
  type PagedList,
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
import { notificationsQuery } from '../queries.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';
import { useReadNotifications } from './notifications.queries.ts';

export interface NotificationListProps {
  /** Shows only the newest, with a link to the page of all; `onLeave` is called when a link is followed. */
  more?: { path: string; onLeave: () => void };
  /** The actions in the row of a notification, or their outcome. */
  answersTo?: (notification: Notification) => ReactNode;
  /** Whether these are loading: the list waits for them, because late ones would move its rows. */
  isAwaitingAnswers?: boolean;
}

/** How many fit into the panel. */
const panelLength = 7;

/** Matches the cached queries about a notification's subject, which are stale: their keys contain its id or name. */
function queriesAbout({ actor, circle, pandaId }: Notification): QueryFilters {
  const names: unknown[] = [circle?.id, actor?.id, actor?.username, pandaId].filter(Boolean);
  return { predicate: ({ queryKey }) => queryKey.some((part) => names.includes(part)) };
}

/** The member's notifications (D48, D60), refetched whenever the list opens. Following one marks it as read. */
export function NotificationList({ more, answersTo, isAwaitingAnswers = false }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const isInPanel = more !== undefined;
  const query = useInfiniteQuery(notificationsQuery);
  const list: PagedList<Notification> = isAwaitingAnswers ? { status: 'loading' } : pagedList(query);
  const items = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const readOne = useReadNotifications({ showsFailure: false });
  const readAll = useReadNotifications({ showsFailure: true });
  useEffect(() => {
    // A request in flight is fresh enough. The count beside the bell must agree: a page reads it anyway, or has it with the session.
    const predicate: QueryFilters['predicate'] = ({ state }) => state.fetchStatus === 'idle';
    readAgain([
      { queryKey: queryKeys.notifications, predicate },
      ...(isInPanel ? [{ queryKey: queryKeys.unread, predicate }] : []),
    ]);
  }, [isInPanel]);

  const open = (one: Notification) => {
    readAgain([queriesAbout(one)]);
    if (!one.isRead) readOne.run({ id: one.id });
    more?.onLeave();
  };
  const all = list.status === 'ready' ? list.items : [];
  const shown = more ? all.slice(0, panelLength) : all;
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
                // The button disappears with the last unread one.
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
        <LoadError size={more ? 'part' : 'section'} query={list} title={t('error')} />
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
