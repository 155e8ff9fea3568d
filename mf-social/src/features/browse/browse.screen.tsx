import type { ListedUser } from '@frens/contract';
import {
  Grid,
  LoadError,
  type PagedList,
  PageHeader,
  Skeleton,
  Stack,
  useSearchableList,
  useSearchParams,
  useTranslation,
} from '@frens/platform';
import { useDeferredValue } from 'react';
import { Page } from '../../page.tsx';
import { membersQuery } from './browse.queries.ts';
import {
  type BrowseFilters,
  isFiltering,
  matchesFilters,
  noFilters,
  readFilters,
  writeFilters,
} from './browse-filters.ts';
import { BrowseFilterBar } from './components/browse-filter-bar.tsx';
import { BrowseResults } from './components/browse-results.tsx';

/** Lists members, filters them and sends connection requests. */
export function BrowseScreen() {
  const { t } = useTranslation('mf-social');
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  const changeFilters = (changed: Partial<BrowseFilters>) =>
    setAddress(
      (current) => writeFilters(current, { ...readFilters(current), ...changed }),
      // Replaces the history entry, so that one step back leaves the search.
      { replace: true },
    );
  // The box updates at once; React defers rendering the cards.
  const q = useDeferredValue(filters.q);
  const result = useSearchableList({
    filters: { ...filters, q },
    everything: { ...noFilters, sort: filters.sort },
    pages: membersQuery,
    fits: matchesFilters,
  });
  const summary = useSummary(result);
  const found = result.status === 'ready' && !result.isSearching ? result.items.length : null;

  return (
    <Page>
      <PageHeader title={t('browse.title')} description={t('browse.intro')} />
      <Stack gap="lg">
        <BrowseFilterBar
          filters={filters}
          onChange={changeFilters}
          summary={summary}
          applyLabel={found === null ? t('browse.showAny') : t('browse.show', { count: found })}
        />
        {result.status === 'ready' ? (
          <BrowseResults
            result={result}
            onClearFilters={
              isFiltering(filters) ? () => changeFilters({ ...noFilters, sort: filters.sort }) : null
            }
          />
        ) : null}
        {result.status === 'error' ? <LoadError query={result} title={t('browse.error.title')} /> : null}
        {result.status === 'loading' ? <LoadingGrid /> : null}
      </Stack>
    </Page>
  );
}

/** The number of matches, announced to screen readers on change; none until the list has come. */
function useSummary(result: PagedList<ListedUser>): string {
  const { t } = useTranslation('mf-social');
  if (result.status !== 'ready') return '';
  if (result.isSearching) return t('browse.searching');
  const { items, pages } = result;
  return t(pages.hasNextPage ? 'browse.foundMore' : 'browse.found', { count: items.length });
}

function LoadingGrid() {
  const { t } = useTranslation('mf-social');
  return (
    <Grid>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place, index) => (
        <Skeleton key={place} shape="card" label={index === 0 ? t('browse.loading') : undefined} />
      ))}
    </Grid>
  );
}
