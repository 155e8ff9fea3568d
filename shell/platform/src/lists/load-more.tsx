import { Button, Notice } from '@frens/design-system';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import styles from './load-more.module.css';
import type { MoreOfList } from './paged-query.ts';

/** The end of a pages. */
export interface LoadMoreProps {
  /** The infinite query of the list, or the `pages` of a ready list. */
  pages: MoreOfList;
  /** The element that holds the items, one child each. With the last page the button goes, and the focus goes on to the first new item. */
  items?: RefObject<HTMLElement | null>;
}

/** The end of a list that goes on: the button for its next page, and what is said when that did not come. Nothing when all is here. */
export function LoadMore({ pages, items }: LoadMoreProps) {
  const { t } = useTranslation('shell');
  const shownAtPress = useRef<number | null>(null);

  useLayoutEffect(() => {
    const before = shownAtPress.current;
    const children = items?.current?.children;
    if (before === null || !children || children.length <= before) return;
    shownAtPress.current = null;
    children[before]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  });

  if (!pages.hasNextPage) return null;
  const hasFailed = pages.isFetchNextPageError && !pages.isFetchingNextPage;
  return (
    <div className={styles.root}>
      {hasFailed ? (
        <Notice tone="danger" role="alert" title={t('list.moreFailed')}>
          {serverText(pages.error)}
        </Notice>
      ) : null}
      <Button
        variant="secondary"
        loading={pages.isFetchingNextPage}
        onClick={() => {
          shownAtPress.current = items?.current?.children.length ?? null;
          void pages.fetchNextPage();
        }}
      >
        {t(pages.isFetchingNextPage ? 'list.loadingMore' : hasFailed ? 'error.retry' : 'list.more')}
      </Button>
    </div>
  );
}
