import type { MatchCandidate } from '@frens/contract';
import { Text } from '@frens/platform';
import { useId } from 'react';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import styles from './candidate-choice.module.css';
import { MatchReasons } from './match-reasons.tsx';

interface CandidateChoiceProps {
  candidate: MatchCandidate;
  isChosen: boolean;
  onChoose: () => void;
}

/** Somebody whom a friend could meet, as one of several to choose. */
export function CandidateChoice({ candidate: { user, reasons }, isChosen, onChoose }: CandidateChoiceProps) {
  const why = useId();
  return (
    <label className={styles.root}>
      <input
        type="radio"
        name="candidate"
        value={user.id}
        checked={isChosen}
        onChange={onChoose}
        aria-label={user.age === null ? user.name : `${user.name}, ${user.age}`}
        aria-describedby={why}
        className={styles.input}
      />
      <MemberAvatar member={user} />
      <span className={styles.words}>
        <Text asChild weight="bold">
          <span>{user.age === null ? user.name : `${user.name}, ${user.age}`}</span>
        </Text>
        {user.occupation ? (
          <Text asChild size="sm" tone="muted">
            <span>{user.occupation}</span>
          </Text>
        ) : null}
        <span id={why}>
          <MatchReasons reasons={reasons} />
        </span>
      </span>
    </label>
  );
}
