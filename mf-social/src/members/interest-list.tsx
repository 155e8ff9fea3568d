import { Chip, UserText } from '@frens/platform';
import styles from './interest-list.module.css';

interface InterestListProps {
  interests: readonly string[];
  /** Id of its heading, where it has one. */
  labelledBy?: string;
}

/** Somebody's interests, all of them. */
export function InterestList({ interests, labelledBy }: InterestListProps) {
  return (
    <ul aria-labelledby={labelledBy} className={styles.root}>
      {interests.map((interest) => (
        <li key={interest}>
          <Chip hue="bamboo">
            <UserText>{interest}</UserText>
          </Chip>
        </li>
      ))}
    </ul>
  );
}
