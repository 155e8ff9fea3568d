import { Button, Notice } from '@frens/design-system';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import styles from './load-more.module.css';
import type { MoreOfList } from './paged-query.ts';
import { whenNear } from './use-is-near.ts';

/** The end of a list. */
export interface LoadMoreProps {
  /** The infinite query of the list, or the `pages` of a ready list. */
  pages: MoreOfList;
  /** The element that holds the items, one child each. With the last page the button goes, and the focus goes on to the first new item. */
  items?: RefObject<HTMLElement | null>;
  /** The same for a list that has not all of its items in the document: how many there are, and the element of one, counted from 0. */
  numbered?: { count: number; find: (index: number) => Element | null };
  /** How many pages after the first one load by themselves as the end comes near; the others wait for the button. Default: 0. */
  auto?: number;
}

/** The end of a list that goes on: the button for its next page, and what is said when that did not come. Nothing when all is here. */
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
    // Anew after each page: of one that is shorter than the screen the end does not move.
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
