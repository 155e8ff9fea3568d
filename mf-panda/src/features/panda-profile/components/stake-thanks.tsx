import { formatAmount } from '@frens/contract/formats';
import { LeafIcon } from '@frens/design-system/icons';
import { currentLanguage, useTranslation } from '@frens/platform';
import styles from './stake-thanks.module.css';

const leaves = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** The small celebration after a stake: bamboo leaves rise and a sentence stays. The toast has told screen readers already. */
export function StakeThanks({ name, amount }: { name: string; amount: string }) {
  const { t } = useTranslation('mf-panda');
  return (
    <div className={styles.root}>
      <div className={styles.leaves} aria-hidden="true">
        {leaves.map((leaf) => (
          <LeafIcon key={leaf} />
        ))}
      </div>
      <p className={styles.title}>{t('profile.stake.thanks.title')}</p>
      <p>{t('profile.stake.thanks.text', { name, amount: formatAmount(currentLanguage(), amount) })}</p>
    </div>
  );
}
