import type { PageData } from '@frens/compose';
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
import { useRemotes } from '../composition/engine.ts';
import styles from './dev-composition.module.css';
import { liveQuery, versionsQuery } from './dev-composition.queries.ts';
import { RemoteCard } from './remote-card.tsx';
import { SharedPackages } from './shared-packages.tsx';

/** The composition of this tab; `page` is the data embedded in its document. */
export function DevComposition({ page }: { page: PageData }) {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const { composition, preview, live } = page;
  const versions = useQuery(versionsQuery);
  const isPreview = preview?.isPublished === true;
  const shownToOthers = useQuery({ ...liveQuery, enabled: isPreview });
  return (
    <Container className={styles.page}>
      <Stack gap="xl">
        <PageHeader
          title={t('title')}
          description={t(isPreview ? 'preview' : 'live', {
            id: live ?? t('none'),
            shell: composition.host.version,
          })}
        />
        {versions.isError ? <LoadError query={versions} title={t('versionsFailed')} /> : null}
        <Grid columns={2}>
          {remotes.names().map((name) => (
            <RemoteCard
              key={name}
              name={name}
              wanted={preview?.wanted ?? ''}
              published={versions.data?.[name] ?? []}
              live={shownToOthers.data?.apps[name]?.versions[0].version}
            />
          ))}
        </Grid>
        <SharedPackages />
        <Text tone="muted">{t('where')}</Text>
      </Stack>
    </Container>
  );
}
