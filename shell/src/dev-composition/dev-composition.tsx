import type { PageData } from '@frens/contract/composition';
import {
  Container,
  Grid,
  LoadError,
  PageHeader,
  Stack,
  Text,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { useRemotes } from '../composition/remotes-context.tsx';
import styles from './dev-composition.module.css';
import { versionsQuery } from './dev-composition.queries.ts';
import { RemoteCard } from './remote-card.tsx';
import { SharedPackages } from './shared-packages.tsx';

/** What this tab is composed of; `page` is what its document came with. */
export function DevComposition({ page }: { page: PageData }) {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const { composition, preview, live } = page;
  const versions = useQuery(versionsQuery);
  return (
    <Container className={styles.page}>
      <Stack gap="xl">
        <PageHeader
          title={t('title')}
          description={t(preview?.isPublished ? 'preview' : 'live', {
            id: live ?? t('none'),
            shell: composition.host.version,
          })}
        />
        {versions.isError ? (
          <LoadError error={versions.error} title={t('versionsFailed')} onRetry={() => versions.refetch()} />
        ) : null}
        <Grid columns={2}>
          {remotes.names().map((name) => (
            <RemoteCard
              key={name}
              name={name}
              wanted={preview?.wanted ?? ''}
              published={versions.data?.[name] ?? []}
            />
          ))}
        </Grid>
        <SharedPackages />
        <Text tone="muted">{t('where')}</Text>
      </Stack>
    </Container>
  );
}
