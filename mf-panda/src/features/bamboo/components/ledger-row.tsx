import type { LedgerEntry } from '@frens/contract';
import { formatAmount, formatChange, formatMoment } from '@frens/contract/formats';
import { Amount, currentLanguage, Link, Text, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './ledger-row.module.css';

/** One ledger entry: kind, time, amount and resulting balance. */
export function LedgerRow({
  entry: { kind, panda, amount, balanceAfter, createdAt },
}: {
  entry: LedgerEntry;
}) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const what = t(`bamboo.ledger.kind.${kind}`, { name: panda?.name ?? t('bamboo.ledger.gone') });
  return (
    <li className={styles.root}>
      <div>
        <p className={styles.what}>{panda ? <Link to={paths.panda(panda.id)}>{what}</Link> : what}</p>
        <Text size="sm" tone="muted">
          {formatMoment(language, createdAt)}
        </Text>
      </div>
      <div className={styles.figures}>
        <Amount
          className={amount.startsWith('-') ? undefined : styles.gain}
          value={formatChange(language, amount)}
        />
        <Text size="sm" tone="muted">
          {t('bamboo.ledger.after', { amount: formatAmount(language, balanceAfter) })}
        </Text>
      </div>
    </li>
  );
}
