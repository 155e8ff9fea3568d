import { limits } from '@frens/contract/limits';
import {
  Button,
  Container,
  currentLanguage,
  EmptyState,
  Link,
  LoadError,
  PageHeader,
  PandaScene,
  SearchField,
  useSearchableList,
  useSearchParams,
  useTranslation,
} from '@frens/platform';
import { PandaGrid } from './components/panda-grid.tsx';
import { PandaGridLoading } from './components/panda-grid-loading.tsx';
import styles from './panda-list.module.css';
import { fitsSearch, pandaPagesQuery } from './panda-list.queries.ts';

/** /panda: every Panda of the community, for visitors and members, and a search over their names, which the address keeps (D47, D65). */
export function PandaListScreen() {
  const { t } = useTranslation('mf-panda');
  const [address, setAddress] = useSearchParams();
  const search = address.get('q')?.slice(0, limits.searchText.max) ?? '';
  const setSearch = (q: string) =>
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        if (q === '') changed.delete('q');
        else changed.set('q', q);
        return changed;
      },
      // One search is one step back, however many letters it has.
      { replace: true },
    );
  return (
    <Container className={styles.root}>
      <PageHeader title={t('list.title')} description={t('list.lead')} />
      <SearchField
        className={styles.search}
        label={t('list.search')}
        maxLength={limits.searchText.max}
        value={search}
        onValueChange={({ value }) => setSearch(value)}
      />
      <PandaPages search={search} onClearSearch={() => setSearch('')} />
    </Container>
  );
}

interface PandaPagesProps {
  search: string;
  onClearSearch: () => void;
}

function PandaPages({ search, onClearSearch }: PandaPagesProps) {
  const { t } = useTranslation('mf-panda');
  const list = useSearchableList({
    filters: { q: search },
    everything: { q: '' },
    pages: (filters) => pandaPagesQuery(currentLanguage(), filters),
    fits: fitsSearch,
  });
  if (list.status === 'loading') return <PandaGridLoading />;
  if (list.status === 'error') {
    return (
      <LoadError
        title={t('list.error.title')}
        error={list.error}
        scene="searching"
        onRetry={list.retry}
        isRetrying={list.isRetrying}
      />
    );
  }
  const { items: pandas, pages, isSearching } = list;
  if (pandas.length > 0) return <PandaGrid pandas={pandas} pages={pages} isBusy={isSearching} />;
  if (isSearching) return <PandaGridLoading />;
  if (search.trim() !== '') {
    return (
      <EmptyState
        illustration={<PandaScene scene="searching" />}
        title={t('list.none.title')}
        description={t('list.none.text')}
        action={
          <Button variant="secondary" onClick={onClearSearch}>
            {t('list.none.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      illustration={<PandaScene scene="gardening" />}
      title={t('list.empty.title')}
      description={t('list.empty.text')}
      action={
        <Button asChild>
          <Link to="/vibe-quiz">{t('list.empty.action')}</Link>
        </Button>
      }
    />
  );
}
