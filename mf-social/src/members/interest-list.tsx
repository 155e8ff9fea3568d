import { Chip, UserText, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './interest-list.module.css';

interface InterestListProps {
  interests: readonly string[];
  /** Its name, where no heading says it. */
  label?: string;
  /** Id of its heading, where it has one. */
  labelledBy?: string;
  /** How many are shown before the rest is counted; all by default. */
  most?: number;
  hue?: 'bamboo' | 'neutral';
}

/** Somebody's interests. */
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
