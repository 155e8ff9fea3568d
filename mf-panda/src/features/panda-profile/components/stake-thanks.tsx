import { formatAmount, formatCount, formatScore } from '@frens/contract/formats';
import { LeafIcon } from '@frens/design-system/icons';
import { currentLanguage, useSession, useTranslation } from '@frens/platform';
import type { Ref } from 'react';
import type { LandedStake } from './stake-form.tsx';
import styles from './stake-thanks.module.css';

const leaves = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

interface StakeThanksProps {
  ref: Ref<HTMLDivElement>;
  name: string;
  landed: LandedStake;
}

/** Celebrates a stake with rising leaves, and lists the changes. The toast has already announced it to screen readers. */
export function StakeThanks({ ref, name, landed: { amount, before, after } }: StakeThanksProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const { user } = useSession();
  const figures = [
    [
      t('profile.stake.thanks.staked'),
      formatAmount(language, before.totalBambooStaked),
      formatAmount(language, after.totalBambooStaked),
    ],
    [
      t('profile.stake.thanks.backers'),
      formatCount(language, before.uniqueBackers),
      formatCount(language, after.uniqueBackers),
    ],
    [
      t('profile.stake.thanks.quotient'),
      formatScore(language, before.frenQuotient),
      formatScore(language, after.frenQuotient),
    ],
  ] as const;
  return (
    <div ref={ref} className={styles.root}>
      <div className={styles.leaves} aria-hidden="true">
        {leaves.map((leaf) => (
          <LeafIcon key={leaf} />
        ))}
      </div>
      <p className={styles.title}>{t('profile.stake.thanks.title')}</p>
      <p>{t('profile.stake.thanks.text', { name, amount: formatAmount(language, amount) })}</p>
      <dl className={styles.figures}>
        {figures
          .filter(([, was, is]) => was !== is)
          .map(([label, was, is]) => (
            <div key={label} className={styles.figure}>
              <dt>{label}</dt>
              {/* Always left to right: the arrow points from the old to the new figure. */}
              <dd dir="ltr">{t('profile.stake.thanks.change', { before: was, after: is })}</dd>
            </div>
          ))}
      </dl>
      {user?.emailVerified === false ? <p>{t('profile.stake.thanks.unconfirmed', { name })}</p> : null}
    </div>
  );
}
