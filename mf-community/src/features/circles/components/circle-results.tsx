import type { Circle } from '@frens/contract';
import {
  Button,
  EmptyState,
  Grid,
  LoadError,
  LoadMore,
  type PagedList,
  PandaScene,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import { CircleCard } from './circle-card.tsx';
import styles from './circle-results.module.css';
import { CirclesLoading } from './circles-loading.tsx';

interface CircleResultsProps {
  result: PagedList<Circle>;
  isFiltered: boolean;
  onClearSearch: () => void;
}

/** The matching circles, or the empty state. */
export function CircleResults({ result, isFiltered, onClearSearch }: CircleResultsProps) {
  const { t } = useTranslation('mf-community');
  const list = useRef<HTMLUListElement>(null);
  if (result.status === 'loading') return <CirclesLoading />;
  if (result.status === 'error') return <LoadError title={t('circles.error.title')} query={result} />;
  const { items: circles, isSearching } = result;
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
    <div aria-busy={isSearching}>
      <Grid asChild gap="lg">
        <ul ref={list} className={styles.list}>
          {circles.map((circle) => (
            <li key={circle.id}>
              <CircleCard circle={circle} />
            </li>
          ))}
        </ul>
      </Grid>
      <LoadMore pages={result.pages} items={list} />
    </div>
  );
}
