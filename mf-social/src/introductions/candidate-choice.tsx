import type { MatchReason, PublicUser } from '@frens/contract';
import { Text, UserText } from '@frens/platform';
import { useId } from 'react';
import { MemberAvatar } from '../members/member-avatar.tsx';
import { NameAndAge } from '../members/name-and-age.tsx';
import styles from './candidate-choice.module.css';
import { MatchReasons } from './match-reasons.tsx';

/** A member who could be introduced. */
export interface Candidate {
  user: PublicUser;
  /** Why the two match; null if not computed. */
  reasons: MatchReason[] | null;
}

interface CandidateChoiceProps {
  candidate: Candidate;
  isChosen: boolean;
  onChoose: () => void;
}

/** A candidate as a radio option. */
export function CandidateChoice({ candidate: { user, reasons }, isChosen, onChoose }: CandidateChoiceProps) {
  const why = useId();
  const name = useId();
  return (
    <label className={styles.root}>
      <input
        type="radio"
        name="candidate"
        value={user.id}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={name}
        aria-describedby={why}
        className={styles.input}
      />
      <MemberAvatar member={user} />
      <span className={styles.words}>
        <Text asChild weight="bold">
          <span id={name}>
            <NameAndAge member={user} />
          </span>
        </Text>
        {user.occupation ? (
          <Text asChild size="sm" tone="muted">
            <span>
              <UserText>{user.occupation}</UserText>
            </span>
          </Text>
        ) : null}
        <span id={why}>{reasons ? <MatchReasons reasons={reasons} /> : null}</span>
      </span>
    </label>
  );
}
