import { Button, Notice } from '@frens/design-system';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import styles from './load-more.module.css';
import type { MoreOfList } from './paged-query.ts';
import { whenNear } from './use-is-near.ts';

/** The end of a list. */
export interface LoadMoreProps {
  /** The list's infinite query, or a ready list's `pages`. */
  pages: MoreOfList;
  /** The element with one child per item. After the last page the button disappears and the first new item gets the focus. */
  items?: RefObject<HTMLElement | null>;
  /** The same for virtualised lists: the number of items, and the element of an item by index. */
  numbered?: { count: number; find: (index: number) => Element | null };
  /** How many pages after the first load automatically near the end (infinite scroll); the others need the button. Default: 0. */
  auto?: number;
}

/** The end of a paged list: a button for the next page, and the error when it fails. Renders nothing after the last page. */
export function LoadMore({ pages, items, numbered, auto = 0 }: LoadMoreProps) {
  const { t } = useTranslation('shell');
  const shownAtPress = useRef<number | null>(null);
  const countOf = () => numbered?.count ?? items?.current?.children.length ?? null;

  useLayoutEffect(() => {
    const before = shownAtPress.current;
    if (before === null || (countOf() ?? 0) <= before) return;
    shownAtPress.current = null;
    const first = numbered ? numbered.find(before) : items?.current?.children[before];
    first?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true });
  });

  const end = useRef<HTMLDivElement>(null);
  const count = pages.data?.pages.length ?? 0;
  const goesOn =
    pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError && count <= auto;
  const load = useEffectEvent(() => void pages.fetchNextPage());
  useEffect(() => {
    if (!goesOn || !end.current) return;
    // Observes again after each page: after one shorter than the screen, the end may still be visible.
    return whenNear(end.current, load);
  }, [goesOn]);

  if (!pages.hasNextPage) return null;
  const hasFailed = pages.isFetchNextPageError && !pages.isFetchingNextPage;
  return (
    <div ref={end} className={styles.root}>
      {hasFailed ? (
        <Notice tone="danger" role="alert" title={t('list.moreFailed')}>
          {serverText(pages.error)}
        </Notice>
      ) : null}
      <Button
        variant="secondary"
        loading={pages.isFetchingNextPage}
        onClick={() => {
          shownAtPress.current = countOf();
          void pages.fetchNextPage();
        }}
      >
        {t(pages.isFetchingNextPage ? 'list.loadingMore' : hasFailed ? 'error.retry' : 'list.more')}
      </Button>
    </div>
  );
}
