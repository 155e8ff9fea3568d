import type { OwnStake } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { formatAmount, formatDay, formatMoment } from '@frens/contract/formats';
import { LeafIcon, LockIcon } from '@frens/design-system/icons';
import {
  Amount,
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  Stack,
  Text,
  UserText,
  useTranslation,
} from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './backed-panda.module.css';

interface BackedPandaProps {
  /** The member's loaded stakes on one Panda, newest first. */
  stakes: readonly [OwnStake, ...OwnStake[]];
  /** Whether all stakes are loaded; the Panda's total is unknown before. */
  isWhole: boolean;
  onWithdraw: (stake: OwnStake) => void;
}

/** A backed Panda: the total, and each stake with its withdraw button or unlock date. */
export function BackedPanda({ stakes, isWhole, onWithdraw }: BackedPandaProps) {
  const { t } = useTranslation('mf-panda');
  const [{ panda }] = stakes;
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
        <Stack gap="xs">
          <Heading level={3} size="sm" className={styles.name}>
            {panda ? (
              <Link to={paths.panda(panda.id)}>
                <UserText>{name}</UserText>
              </Link>
            ) : (
              name
            )}
          </Heading>
          {isWhole ? (
            <Amount tone="celebrate" value={formatAmount(language, totalOf(stakes))} unit="BAMBOO" />
          ) : null}
        </Stack>
        <ul className={styles.stakes} aria-label={t('bamboo.stakes.on', { name })}>
          {stakes.map((stake) => (
            <Stake
              key={stake.id}
              stake={stake}
              name={name}
              isTotal={isWhole && stakes.length === 1}
              onWithdraw={onWithdraw}
            />
          ))}
        </ul>
      </li>
    </Card>
  );
}

interface StakeProps extends Pick<BackedPandaProps, 'onWithdraw'> {
  stake: OwnStake;
  /** The Panda's name. */
  name: string;
  /** The Panda's total already shows its amount. */
  isTotal: boolean;
}

function Stake({ stake, name, isTotal, onWithdraw }: StakeProps) {
  const { t } = useTranslation('mf-panda');
  const { amount, createdAt, unlocksAt, isLocked } = stake;
  const language = currentLanguage();
  return (
    <li className={styles.stake}>
      <Text asChild size="sm" tone="muted">
        <span>
          {isTotal ? null : (
            <>
              <strong>{formatAmount(language, amount)}</strong>{' '}
            </>
          )}
          {t('bamboo.stakes.since', { day: formatDay(language, createdAt) })}
        </span>
      </Text>
      {isLocked ? (
        <span className={styles.locked}>
          <LockIcon />
          {t('bamboo.stakes.locked', { moment: formatMoment(language, unlocksAt) })}
        </span>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('bamboo.stakes.withdrawFrom', { name })}
          onClick={() => onWithdraw(stake)}
        >
          {t('bamboo.stakes.withdraw')}
        </Button>
      )}
    </li>
  );
}

function totalOf(stakes: readonly OwnStake[]): string {
  return toBamboo(stakes.reduce((sum, { amount }) => sum + toHundredths(amount), 0));
}
