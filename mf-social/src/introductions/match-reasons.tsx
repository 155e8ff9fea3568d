import type { MatchReason } from '@frens/contract';
import { HeartIcon, LeafIcon, MapPinIcon, UsersIcon } from '@frens/design-system/icons';
import { Chip, type TextKey, type Translate, useTranslation } from '@frens/platform';
import styles from './match-reasons.module.css';

interface MatchReasonsProps {
  reasons: MatchReason[];
  /** Only so many; all without it. */
  most?: number;
}

/** What speaks for two frens, the best first. */
export function MatchReasons({ reasons, most = reasons.length }: MatchReasonsProps) {
  const { t } = useTranslation('mf-social');
  return (
    <span className={styles.root}>
      {reasons.length === 0 ? <Chip>{t('dashboard.matchmaker.reason.none')}</Chip> : null}
      {reasons.slice(0, most).map((reason) =>
        reason.kind === 'trait' ? (
          <Chip key={reason.kind} trait={reason.trait}>
            {textOf(reason, t)}
          </Chip>
        ) : (
          <Chip key={reason.kind} hue={hues[reason.kind]} icon={icons[reason.kind]}>
            {textOf(reason, t)}
          </Chip>
        ),
      )}
    </span>
  );
}

const icons = {
  friends: <UsersIcon size={14} />,
  interest: <HeartIcon size={14} />,
  location: <MapPinIcon size={14} />,
  circles: <LeafIcon size={14} />,
} as const;

const hues = { friends: 'plum', interest: 'persimmon', location: 'sky', circles: 'bamboo' } as const;

function textOf(reason: MatchReason, t: Translate<TextKey<'mf-social'>>): string {
  if (reason.kind === 'trait') {
    return t('dashboard.matchmaker.reason.trait', {
      trait: t(`dashboard.matchmaker.reason.traits.${reason.trait}`),
    });
  }
  const { kind, name } = reason;
  if (kind === 'interest' || kind === 'location') return t(`dashboard.matchmaker.reason.${kind}`, { name });
  const others = reason.count - 1;
  return t(`dashboard.matchmaker.reason.${kind}`, { name, others, count: reason.count });
}
