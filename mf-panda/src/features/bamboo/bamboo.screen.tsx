import {
  Card,
  Container,
  currentLanguage,
  Heading,
  PageHeader,
  Stack,
  Text,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { ownStakesQuery } from '../../bamboo.queries.ts';
import styles from './bamboo.module.css';
import { Ledger } from './components/ledger.tsx';
import { OwnStakes } from './components/own-stakes.tsx';
import { WalletFigures } from './components/wallet-figures.tsx';

/** Questions about BAMBOO, in order; the lead answers what it is. */
const answers = ['source', 'back', 'circles'] as const;

/** /bamboo: balance, stakes, withdrawals and ledger (D59). */
export function BambooScreen() {
  const { t } = useTranslation('mf-panda');
  const stakes = useInfiniteQuery(ownStakesQuery(currentLanguage()));
  return (
    <Container className={styles.root}>
      <PageHeader title={t('bamboo.title')} description={t('bamboo.lead')} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <WalletFigures />
          <OwnStakes />
          {/* Loads hidden, and shows once the stakes can no longer push it down. */}
          <div hidden={stakes.isPending}>
            <Ledger />
          </div>
        </div>
        <Card asChild tone="sunken" className={styles.about} hidden={stakes.isPending}>
          <aside>
            <Stack gap="sm">
              <Heading level={2} size="sm">
                {t('bamboo.about.title')}
              </Heading>
              {answers.map((answer) => (
                <Text key={answer}>{t(`bamboo.about.${answer}`)}</Text>
              ))}
            </Stack>
          </aside>
        </Card>
      </div>
    </Container>
  );
}
