import {
  Button,
  Container,
  currentLanguage,
  EmptyState,
  type Language,
  Link,
  LoadError,
  PageHeader,
  PandaScene,
  type PublicData,
  SearchForm,
  useSearchableList,
  useSearchParams,
  useTranslation,
} from '@frens/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { GatedCircleNotice } from '../../components/gated-circle-note.tsx';
import { PandaFilterBar } from './components/panda-filter-bar.tsx';
import { PandaGrid } from './components/panda-grid.tsx';
import { PandaGridLoading } from './components/panda-grid-loading.tsx';
import { fitsFilters, type PandaFilters, readFilters, writeFilters } from './panda-filters.ts';
import styles from './panda-list.module.css';
import { pandaPagesQuery } from './panda-list.queries.ts';

/** /panda: all Pandas, for visitors and members, with search, leading trait and order stored in the URL (D47, D65). */
export function PandaListScreen() {
  const { t } = useTranslation('mf-panda');
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
  const change = (changed: Partial<PandaFilters>) =>
    setAddress(
      (current) => writeFilters(current, { ...readFilters(current), ...changed }),
      // Replaces the history entry, so that one step back leaves the search.
      { replace: true },
    );
  return (
    <Container className={styles.root}>
      <PageHeader title={t('list.title')} description={t('list.lead')} />
      <GatedCircleNotice pandaId={null} />
      <SearchForm action="/panda">
        <PandaFilterBar filters={filters} onChange={change} />
      </SearchForm>
      <PandaPages
        filters={filters}
        onClear={() => change({ q: '', kind: null, sort: 'newest' })}
        onForget={() => change({ q: '' })}
      />
    </Container>
  );
}

PandaListScreen.publicData = ((read, _parameters, search) =>
  read(pandaPagesQuery(currentLanguage(), readFilters(search)))) satisfies PublicData;

interface PandaPagesProps {
  filters: PandaFilters;
  onClear: () => void;
  /** Clears the search text. */
  onForget: () => void;
}

function PandaPages({ filters, onClear, onForget }: PandaPagesProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const list = useSearchableList({
    filters,
    everything: { q: '', kind: null, sort: filters.sort },
    pages: (pageFilters) => pandaPagesQuery(language, pageFilters),
    fits: fitsFilters,
  });
  const isNone = list.status === 'ready' && !list.isSearching && list.items.length === 0;
  useResetSearch(language, filters.q, isNone, onForget);
  if (list.status === 'loading') return <PandaGridLoading />;
  if (list.status === 'error')
    return <LoadError title={t('list.error.title')} query={list} scene="searching" />;
  const { items: pandas, pages, isSearching } = list;
  if (pandas.length > 0) return <PandaGrid pandas={pandas} pages={pages} isBusy={isSearching} />;
  if (isSearching) return <PandaGridLoading />;
  if (filters.q.trim() !== '' || filters.kind !== null || filters.sort === 'rising')
    return (
      <EmptyState
        illustration={<PandaScene scene="searching" />}
        title={t('list.none.title')}
        description={t('list.none.text')}
        action={
          <Button variant="secondary" onClick={onClear}>
            {t('list.none.clear')}
          </Button>
        }
      />
    );
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

/**
 * Generated Panda names are localised: after a language switch, clears search text that matches nothing in the new language. Text that
 * still matches stays, such as names given by owners.
 */
function useResetSearch(language: Language, words: string, isNone: boolean, onForget: () => void): void {
  const typed = useRef({ words, language });
  const forget = useEffectEvent(onForget);
  useEffect(() => {
    if (typed.current.words !== words) typed.current = { words, language };
    if (isNone && words !== '' && typed.current.language !== language) forget();
  }, [language, words, isNone]);
}
