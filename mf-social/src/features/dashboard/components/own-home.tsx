import {
  Amount,
  Card,
  Heading,
  Link,
  Skeleton,
  Stack,
  Text,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { bambooPath } from '../../../paths.ts';
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
        </Stack>
      </section>
    </Card>
  );
}

/** Nothing where it cannot be read: the page of the BAMBOO, to which the member's menu leads, says why. */
function Balance() {
  const { t } = useTranslation('mf-social');
  const { data: wallet, isPending } = useQuery(walletQuery);
  if (isPending) return <Skeleton />;
  if (!wallet) return null;
  return (
    <Text>
      <Link to={bambooPath}>
        {t('dashboard.home.balance')} <Amount value={wallet.balance} />
      </Link>
    </Text>
  );
}
