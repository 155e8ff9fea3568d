import {
  Button,
  Container,
  currentLanguage,
  EmptyState,
  ErrorState,
  Link,
  PageHeader,
  PandaScene,
  serverText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { PandaGrid } from './components/panda-grid.tsx';
import { PandaGridLoading } from './components/panda-grid-loading.tsx';
import styles from './panda-list.module.css';
import { pandaPagesQuery } from './panda-list.queries.ts';

/** /panda: every Panda of the community, for visitors and members (D47). */
export function PandaListScreen() {
  const { t } = useTranslation('mf-panda');
  return (
    <Container className={styles.root}>
      <PageHeader title={t('list.title')} description={t('list.lead')} />
      <PandaPages />
    </Container>
  );
}

function PandaPages() {
  const { t } = useTranslation('mf-panda');
  const { data, error, isFetching, isFetchNextPageError, refetch, ...paging } = useInfiniteQuery(
    pandaPagesQuery(currentLanguage()),
  );
  if (!data) {
    if (!error) return <PandaGridLoading />;
    return (
      <ErrorState
        title={t('list.error.title')}
        description={serverText(error)}
        illustration={<PandaScene scene="searching" />}
        retryLabel={t('list.error.retry')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const pandas = data.pages.flatMap((page) => page.items);
  if (pandas.length === 0) {
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
  return (
    <PandaGrid
      pandas={pandas}
      more={
        paging.hasNextPage
          ? {
              isLoading: paging.isFetchingNextPage,
              error: isFetchNextPageError ? error : null,
              load: () => void paging.fetchNextPage(),
            }
          : null
      }
    />
  );
}
