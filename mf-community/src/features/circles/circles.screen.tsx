import { limits } from '@frens/contract/limits';
import { pageSizes } from '@frens/contract/page-sizes';
import {
  Container,
  currentLanguage,
  NoscriptFound,
  Notice,
  PageHeader,
  type PublicData,
  SearchField,
  SearchForm,
  useLocale,
  useSearchableList,
  useSearchParams,
  useTranslation,
} from '@frens/platform';
import { circlesQuery } from '../../circles/circles.queries.ts';
import styles from './circles.module.css';
import { CircleResults } from './components/circle-results.tsx';
import { CreateCircle } from './components/create-circle.tsx';
import { InvitationCard } from './components/invitation-card.tsx';
import { fitsSearch } from './fits-search.ts';
import { useInvitation } from './use-invitation.ts';

/** /groups: all circles, a search stored in the URL, and how to join or create one. */
export function CirclesScreen() {
  const { t } = useTranslation('mf-community');
  const locale = useLocale();
  const [address, setAddress] = useSearchParams();
  const search = address.get('q') ?? '';
  const [code, forgetInvitation] = useInvitation();
  function setSearch(text: string) {
    setAddress(
      (next) => {
        if (text) next.set('q', text);
        else next.delete('q');
        return next;
      },
      // Replaces the history entry, so that one step back leaves the search.
      { replace: true },
    );
  }
  const result = useSearchableList({
    filters: { q: search },
    everything: { q: '' },
    pages: (filters) => circlesQuery(currentLanguage(), filters),
    fits: fitsSearch,
  });
  const foundWords = (count: number, hasMore: boolean) =>
    t(hasMore ? 'circles.foundMore' : 'circles.found', { count, locale });
  return (
    <Container className={styles.root}>
      {/* An invited visitor came for one circle: its card comes first. */}
      <PageHeader
        title={t('circles.title')}
        {...(code === null ? { description: t('circles.subtitle'), actions: <CreateCircle /> } : {})}
      />
      {/* Where signing up without scripts ends (`api/src/middleware/noscript-forms.ts`): shown by its fragment, to whoever opens that. */}
      <noscript>
        <Notice id="joined" tabIndex={-1} title={t('circles.joined.title')} className={styles.joined}>
          {t('circles.joined.text')}
        </Notice>
      </noscript>
      {code === null ? null : <InvitationCard code={code} onForget={forgetInvitation} />}
      <div className={styles.bar}>
        <SearchForm role="search" action="/groups" className={styles.search}>
          <SearchField
            name="q"
            label={t('circles.search')}
            limit={limits.searchText.max}
            value={search}
            onValueChange={({ value }) => setSearch(value)}
          />
        </SearchForm>
        <p className={styles.found} role="status">
          {result.status === 'ready' && !result.isSearching && result.items.length > 0
            ? foundWords(result.items.length, result.pages.hasNextPage)
            : null}
          {result.status === 'loading' ? (
            <NoscriptFound most={pageSizes['GET /api/circles']} words={foundWords} />
          ) : null}
        </p>
      </div>
      <CircleResults result={result} isFiltered={search.trim() !== ''} onClearSearch={() => setSearch('')} />
    </Container>
  );
}

CirclesScreen.publicData = ((read, _parameters, search) =>
  read(circlesQuery(currentLanguage(), { q: search.get('q') ?? '' }))) satisfies PublicData;
