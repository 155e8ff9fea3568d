import { Button, currentLanguage, Skeleton, useQuery, useTranslation } from '@frens/platform';
import { amountText, balanceAfter, parseAmount } from '../../../bamboo.ts';
import { formatAmount } from '../../../formats.ts';
import { walletQuery } from '../panda-profile.queries.ts';
import styles from './balance-preview.module.css';

/** The member's balance, and what a stake of so many hundredths would leave of it. */
export function BalancePreview({ stake }: { stake: bigint | null }) {
  const { t } = useTranslation('mf-panda');
  const { data: wallet, isError, isFetching, refetch } = useQuery(walletQuery);
  if (isError && !wallet) {
    // Staking does not need the figure: the server knows it.
    return (
      <div className={styles.failed} role="alert">
        {t('profile.stake.balanceError')}
        <Button variant="ghost" size="sm" loading={isFetching} onClick={() => void refetch()}>
          {t('profile.stake.balanceRetry')}
        </Button>
      </div>
    );
  }
  const language = currentLanguage();
  const after = wallet && stake !== null ? balanceAfter(wallet.balance, stake) : null;
  return (
    <div className={styles.root}>
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>{t('profile.stake.balance')}</dt>
          <dd>{wallet ? formatAmount(language, wallet.balance) : <Skeleton className={styles.outline} />}</dd>
        </div>
        <div className={styles.row} data-short={after?.isEnough === false || undefined}>
          <dt>{t('profile.stake.after')}</dt>
          <dd>{after?.isEnough ? formatAmount(language, after.balance) : '–'}</dd>
        </div>
      </dl>
      <p className={styles.short} aria-live="polite">
        {wallet && after && !after.isEnough
          ? t('profile.stake.short', {
              balance: formatAmount(language, wallet.balance),
              missing: formatAmount(language, amountText(-parseAmount(after.balance))),
            })
          : null}
      </p>
    </div>
  );
}
