import { Chip, UserText, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './interest-list.module.css';

interface InterestListProps {
  interests: readonly string[];
  /** Accessible name, where no heading names the list. */
  label?: string;
  /** Id of the list's heading, if any. */
  labelledBy?: string;
  /** Number shown before the rest is counted; all by default. */
  most?: number;
  hue?: 'bamboo' | 'neutral';
}

/** A member's interests as chips. */
export function InterestList({
  interests,
  label,
  labelledBy,
  most = interests.length,
  hue = 'bamboo',
}: InterestListProps) {
  const { t } = useTranslation('mf-social');
  const list = interests.slice(most).join(', ');
  return (
    <ul aria-label={label} aria-labelledby={labelledBy} className={styles.root}>
      {interests.slice(0, most).map((interest) => (
        <li key={interest}>
          <Chip hue={hue}>
            <UserText>{interest}</UserText>
          </Chip>
        </li>
      ))}
      {list === '' ? null : (
        <li>
          <Chip hue={hue} title={list}>
            <span aria-hidden="true">{t('member.moreInterests', { count: interests.length - most })}</span>
            <VisuallyHidden>{t('member.moreInterestsLabel', { list })}</VisuallyHidden>
          </Chip>
        </li>
      )}
    </ul>
  );
}
