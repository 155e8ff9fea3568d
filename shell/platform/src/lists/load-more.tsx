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
  const press = useRef<{ button: Element; shown: number; of: unknown } | null>(null);
  const countOf = () => numbered?.count ?? items?.current?.children.length ?? 0;
  const page = pages.data?.pages[0];

  useLayoutEffect(() => {
    if (!press.current) return;
    const { button, shown, of } = press.current;
    // Another list has taken the place of the one that was to go on.
    const isReplaced = of !== page;
    if (!isReplaced && countOf() <= shown) return;
    press.current = null;
    const first = (numbered ? numbered.find(shown) : items?.current?.children[shown]) ?? null;
    const { activeElement } = document;
    // The button may be gone by now, and Safari focuses none that is clicked.
    if (!isReplaced && (activeElement === button || activeElement?.contains(first)))
      first?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true });
  });

  const end = useRef<HTMLDivElement>(null);
  const count = pages.data?.pages.length ?? 0;
  // Also of a list that is shown until another one has come, of which `hasNextPage` tells nothing: who is on the button stays there.
  const hasMore = pages.hasNextPage || !!pages.data?.pages.at(-1)?.nextCursor;
  const goesOn =
    pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError && count <= auto;
  const load = useEffectEvent(() => void pages.fetchNextPage());
  useEffect(() => {
    if (!goesOn || !end.current) return;
    // Observes again after each page: after one shorter than the screen, the end may still be visible.
    return whenNear(end.current, load);
  }, [goesOn]);

  if (!hasMore) return null;
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
        onClick={({ currentTarget }) => {
          press.current = { button: currentTarget, shown: countOf(), of: page };
          void pages.fetchNextPage();
        }}
      >
        {t(pages.isFetchingNextPage ? 'list.loadingMore' : hasFailed ? 'error.retry' : 'list.more')}
      </Button>
    </div>
  );
}
