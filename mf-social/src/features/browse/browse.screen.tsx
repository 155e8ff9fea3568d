import { Grid, PageHeader, Skeleton, Stack, useTranslation, VisuallyHidden } from '@frens/platform';
import { useDeferredValue } from 'react';
import { LoadError } from '../../lists/load-error.tsx';
import { LoadMore } from '../../lists/load-more.tsx';
import { Page } from '../../page.tsx';
import { useMembers } from './browse.queries.ts';
import { isFiltering, noFilters } from './browse-filters.ts';
import { BrowseFilterBar } from './components/browse-filter-bar.tsx';
import { BrowseResults } from './components/browse-results.tsx';
import { useBrowseFilters } from './use-browse-filters.ts';

/** Find members, filter them and ask for a connection. */
export function BrowseScreen() {
  const { t } = useTranslation('mf-social');
  const [filters, changeFilters] = useBrowseFilters();
  // The box shows a letter at once; the cards follow when there is time.
  const q = useDeferredValue(filters.q);
  const { members, error, isSearching, ...more } = useMembers({ ...filters, q });

  let summary = t('browse.loading');
  if (isSearching) summary = t('browse.searching');
  else if (members)
    summary = t(more.hasMore ? 'browse.foundMore' : 'browse.found', { count: members.length });
  else if (error) summary = '';

  return (
    <Page>
      <PageHeader title={t('browse.title')} description={t('browse.intro')} />
      <Stack gap="lg">
        <BrowseFilterBar
          filters={filters}
          onChange={changeFilters}
          summary={summary}
          applyLabel={
            members && !isSearching ? t('browse.show', { count: members.length }) : t('browse.showAny')
          }
        />
        {members ? (
          <div>
            <BrowseResults
              members={members}
              isSearching={isSearching}
              onClearFilters={isFiltering(filters) ? () => changeFilters(noFilters) : null}
            />
            <LoadMore
              hasMore={more.hasMore}
              isLoading={more.isLoadingMore}
              failedText={more.moreFailed ? t('browse.moreFailed') : null}
              onLoadMore={more.loadMore}
            />
          </div>
        ) : null}
        {!members && error ? (
          <LoadError
            error={error}
            title={t('browse.error.title')}
            text={t('browse.error.text')}
            onRetry={more.retry}
          />
        ) : null}
        {members || error ? null : <LoadingGrid />}
      </Stack>
    </Page>
  );
}

function LoadingGrid() {
  const { t } = useTranslation('mf-social');
  return (
    <Grid>
      <VisuallyHidden>{t('browse.loading')}</VisuallyHidden>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <Skeleton key={place} shape="card" />
      ))}
    </Grid>
  );
}
