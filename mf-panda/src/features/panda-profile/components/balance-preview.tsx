import { formatAmount } from '@frens/contract/formats';
import {
  currentLanguage,
  LoadError,
  Skeleton,
  useQuery,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { afterStake } from '../../../after-stake.ts';
import { walletQuery } from '../../../bamboo.queries.ts';
import styles from './balance-preview.module.css';

/** The member's balance, and the balance after a stake of the typed amount; null if it is no valid amount. */
export function BalancePreview({ amount }: { amount: string | null }) {
  const { t } = useTranslation('mf-panda');
  const query = useQuery(walletQuery);
  const { data: wallet, error } = query;
  if (error && !wallet)
    return (
      <LoadError
        size="part"
        title={t('profile.stake.balanceError')}
        safe={t('profile.stake.balanceUnneeded')}
        query={query}
      />
    );
  const language = currentLanguage();
  const after = wallet && amount !== null ? afterStake(wallet.balance, amount) : null;
  return (
    <div className={styles.root}>
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>{t('profile.stake.balance')}</dt>
          <dd>
            {wallet ? (
              formatAmount(language, wallet.balance)
            ) : (
              <>
                <VisuallyHidden>{t('profile.stake.balanceLoading')}</VisuallyHidden>
                <Skeleton className={styles.outline} />
              </>
            )}
          </dd>
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
              missing: formatAmount(language, after.missing),
            })
          : null}
      </p>
    </div>
  );
}
