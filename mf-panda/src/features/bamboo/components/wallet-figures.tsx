import { formatAmount } from '@frens/contract/formats';
import { CoinsIcon, HandHeartIcon } from '@frens/design-system/icons';
import { Stat } from '@frens/design-system/stat';
import {
  Card,
  currentLanguage,
  LoadError,
  Skeleton,
  useQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { walletQuery } from '../../../bamboo.queries.ts';
import styles from './wallet-figures.module.css';

/** The member's available and staked BAMBOO. */
export function WalletFigures() {
  const { t } = useTranslation('mf-panda');
  const query = useQuery(walletQuery);
  const { data: wallet, error } = query;
  if (error && !wallet)
    return <LoadError size="part" title={t('profile.stake.balanceError')} query={query} />;
  const figure = (amount: string | undefined) =>
    amount === undefined ? <Skeleton className={styles.outline} /> : formatAmount(currentLanguage(), amount);
  return (
    <Card className={styles.root}>
      {wallet ? null : <VisuallyHidden role="status">{t('profile.stake.balanceLoading')}</VisuallyHidden>}
      <Stat
        hue="persimmon"
        size="lg"
        icon={<CoinsIcon />}
        label={t('bamboo.balance')}
        value={figure(wallet?.balance)}
      />
      <Stat size="lg" icon={<HandHeartIcon />} label={t('bamboo.staked')} value={figure(wallet?.staked)} />
    </Card>
  );
}
