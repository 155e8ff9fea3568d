import { formatAmount } from '@frens/contract/formats';
import {
  Amount,
  Card,
  currentLanguage,
  Heading,
  Link,
  LoadError,
  Skeleton,
  Stack,
  Text,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { bambooPath, pandasPath } from '../../../paths.ts';
import { walletQuery } from '../home.queries.ts';
import { FirstPanda } from './first-panda.tsx';

/** What is the member's own: their Panda, or the way to one, and their BAMBOO. */
export function OwnHome({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild tone="tint">
      <section aria-labelledby={title}>
        <Stack align="center">
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.home.own')}
          </Heading>
          {pandaId ? <PandaPortrait pandaId={pandaId} /> : <FirstPanda pandaId={null} />}
          <Balance />
          <Link to={pandasPath}>{t('dashboard.home.pandas')}</Link>
        </Stack>
      </section>
    </Card>
  );
}

function Balance() {
  const { t } = useTranslation('mf-social');
  const { data: wallet, error, isFetching, refetch } = useQuery(walletQuery);
  if (error && !wallet) {
    return (
      <LoadError
        size="part"
        title={t('dashboard.home.balanceError')}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!wallet) return <Skeleton />;
  return (
    <Text>
      <Link to={bambooPath}>
        {t('dashboard.home.balance')} <Amount value={formatAmount(currentLanguage(), wallet.balance)} />
      </Link>
    </Text>
  );
}
