import { formatQuotient } from '@frens/contract/formats';
import { ArrowRightIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  LoadError,
  PandaScene,
  pandaQuery,
  Skeleton,
  Stack,
  Text,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { pandaPath, quizPath } from '../../../paths.ts';
import styles from './own-panda.module.css';

/** The member's Panda, or the way to get one. */
export function OwnPanda({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild tone="tint">
      <aside aria-labelledby={title}>
        <Stack align="center">
          <Heading level={2} size="sm" id={title}>
            {t('profile.panda.title')}
          </Heading>
          {pandaId ? <PandaPortrait pandaId={pandaId} /> : <NoPanda />}
        </Stack>
      </aside>
    </Card>
  );
}

function PandaPortrait({ pandaId }: { pandaId: string }) {
  const { t } = useTranslation('mf-social');
  const { data: panda, error, isFetching, refetch } = useQuery(pandaQuery(pandaId, currentLanguage()));
  if (!panda && !error) {
    return (
      <output className={styles.loading} aria-label={t('profile.panda.loading')}>
        <Skeleton shape="circle" className={styles.circle} />
        <Skeleton />
      </output>
    );
  }
  if (!panda) {
    return (
      <LoadError
        size="part"
        title={t('profile.panda.error')}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Avatar decorative name={panda.name} src={panda.imageUrl} size="xl" />
      <div>
        <Text weight="bold" size="lg">
          {panda.name}
        </Text>
        <Text size="sm" tone="muted">
          {t('profile.panda.quotient', { score: formatQuotient(currentLanguage(), panda.frenQuotient) })}
        </Text>
      </div>
      <Way to={pandaPath(pandaId)}>{t('profile.panda.open')}</Way>
    </>
  );
}

function NoPanda() {
  const { t } = useTranslation('mf-social');
  return (
    <>
      <PandaScene scene="grove" className={styles.scene} />
      <Text>{t('profile.panda.none')}</Text>
      <Way to={quizPath}>{t('profile.panda.quiz')}</Way>
    </>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}
