import {
  Button,
  EmptyState,
  ErrorState,
  Grid,
  Notice,
  PandaScene,
  serverText,
  useTranslation,
} from '@frens/platform';
import type { CircleSearch } from '../use-circle-search.ts';
import { CircleCard } from './circle-card.tsx';
import styles from './circle-results.module.css';
import { CirclesLoading } from './circles-loading.tsx';

interface CircleResultsProps {
  result: CircleSearch;
  isFiltered: boolean;
  onClearSearch: () => void;
}

/** The circles found, or why none are shown. */
export function CircleResults({ result, isFiltered, onClearSearch }: CircleResultsProps) {
  const { t } = useTranslation('mf-community');
  if (result.status === 'loading') return <CirclesLoading />;
  if (result.status === 'error') {
    return (
      <ErrorState
        illustration={<PandaScene scene="sleeping" />}
        title={t('circles.error.title')}
        description={serverText(result.error)}
        retryLabel={t('circles.error.retry')}
        onRetry={result.retry}
      />
    );
  }
  const { circles, isSearching, more } = result;
  if (circles.length === 0) {
    if (isSearching) return <CirclesLoading />;
    return isFiltered ? (
      <EmptyState
        illustration={<PandaScene scene="searching" />}
        title={t('circles.empty.search')}
        description={t('circles.empty.searchHint')}
        action={
          <Button variant="secondary" onClick={onClearSearch}>
            {t('circles.empty.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        illustration={<PandaScene scene="meeting" />}
        title={t('circles.empty.none')}
        description={t('circles.empty.noneHint')}
      />
    );
  }
  return (
    <div className={styles.root} aria-busy={isSearching}>
      <Grid asChild gap="lg">
        <ul className={styles.list}>
          {circles.map((circle) => (
            <li key={circle.id}>
              <CircleCard circle={circle} />
            </li>
          ))}
        </ul>
      </Grid>
      {more ? (
        <div className={styles.more}>
          {more.hasFailed ? (
            <Notice role="alert" tone="danger">
              {t('circles.error.more')}
            </Notice>
          ) : null}
          <Button variant="secondary" loading={more.isLoading} onClick={more.load}>
            {t(more.hasFailed ? 'circles.error.retry' : 'circles.showMore')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
