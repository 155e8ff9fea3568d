import { Button, Notice, useTranslation } from '@frens/platform';
import styles from './load-more.module.css';

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  /** Says so when the last attempt failed; pressing again tries again. */
  failedText: string | null;
  onLoadMore: () => void;
}

/** The end of a list that goes on. */
export function LoadMore({ hasMore, isLoading, failedText, onLoadMore }: LoadMoreProps) {
  const { t } = useTranslation('mf-social');
  if (!hasMore) return null;
  return (
    <div className={styles.root}>
      {failedText ? (
        <Notice tone="danger" role="alert">
          {failedText}
        </Notice>
      ) : null}
      <Button variant="secondary" loading={isLoading} onClick={onLoadMore}>
        {t(isLoading ? 'common.loadingMore' : 'common.loadMore')}
      </Button>
    </div>
  );
}
