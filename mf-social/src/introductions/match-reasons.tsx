import type { MatchReason } from '@frens/contract';
import { Chip, useTranslation } from '@frens/platform';
import { Reason } from '../members/reason.tsx';
import styles from './match-reasons.module.css';

interface MatchReasonsProps {
  reasons: MatchReason[];
  /** Maximum number of reasons; all by default. */
  most?: number;
}

/** Why two members match, strongest reason first. */
export function MatchReasons({ reasons, most = reasons.length }: MatchReasonsProps) {
  const { t } = useTranslation('mf-social');
  return (
    <span className={styles.root}>
      {reasons.length === 0 ? <Chip>{t('reason.none')}</Chip> : null}
      {reasons.slice(0, most).map((reason) => (
        <Reason key={reason.kind} reason={reason} about="others" />
      ))}
    </span>
  );
}
