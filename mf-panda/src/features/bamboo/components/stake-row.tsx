import type { OwnStake } from '@frens/contract';
import { formatAmount, formatDay, formatMoment } from '@frens/contract/formats';
import { LeafIcon, LockIcon } from '@frens/design-system/icons';
import {
  Amount,
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  Text,
  UserText,
  useTranslation,
} from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './stake-row.module.css';

interface StakeRowProps {
  stake: OwnStake;
  onWithdraw: () => void;
}

/** One stake: whom it backs, how much it is, and the way to take it back, or since when there will be one. */
export function StakeRow({ stake, onWithdraw }: StakeRowProps) {
  const { t } = useTranslation('mf-panda');
  const { panda, amount, createdAt, unlocksAt, isLocked } = stake;
  const language = currentLanguage();
  const name = panda?.name ?? t('bamboo.leavingPanda');
  return (
    <Card asChild padding="none" className={styles.root}>
      <li>
        {panda ? (
          <img className={styles.image} src={panda.imageUrl} alt="" width={72} height={72} loading="lazy" />
        ) : (
          <span className={styles.image}>
            <LeafIcon />
          </span>
        )}
        <div className={styles.words}>
          <Heading level={3} size="sm" className={styles.name}>
            {panda ? (
              <Link to={paths.panda(panda.id)}>
                <UserText>{name}</UserText>
              </Link>
            ) : (
              name
            )}
          </Heading>
          <Text size="sm" tone="muted">
            {t('bamboo.stakes.since', { day: formatDay(language, createdAt) })}
          </Text>
          {isLocked ? (
            <p className={styles.locked}>
              <LockIcon />
              {t('bamboo.stakes.locked', { moment: formatMoment(language, unlocksAt) })}
            </p>
          ) : null}
        </div>
        <div className={styles.end}>
          <Amount tone="celebrate" value={formatAmount(language, amount)} unit="BAMBOO" />
          {isLocked ? null : (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('bamboo.stakes.withdrawFrom', { name })}
              onClick={onWithdraw}
            >
              {t('bamboo.stakes.withdraw')}
            </Button>
          )}
        </div>
      </li>
    </Card>
  );
}
