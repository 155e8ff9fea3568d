import {
  Button,
  Container,
  currentLanguage,
  EmptyState,
  Link,
  LoadError,
  PageHeader,
  PandaScene,
  pagedList,
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
  const list = pagedList(
    useInfiniteQuery({ ...pandaPagesQuery(currentLanguage()), placeholderData: (shown) => shown }),
  );
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
  const { items: pandas, pages } = list;
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
  return <PandaGrid pandas={pandas} pages={pages} />;
}
